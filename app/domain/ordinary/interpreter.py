"""Messages that the interpreter and its library give for anybody's mistake; a pattern that reads like one tells no package.

Values are invented. A record may well have such a text: then class and frames have to say that it is the one.
"""

LINES = """
'NoneType' object has no attribute 'split'
'Order' object has no attribute 'total'
type object 'Order' has no attribute 'total'
module 'shop' has no attribute 'cart'
partially initialized module 'shop' has no attribute 'cart' (most likely due to a circular import)
property 'total' of 'Order' object has no setter
can't set attribute 'total'
cannot set attribute 'total'
name 'total' is not defined
name 'self' is not defined. Did you mean: 'slf'?
local variable 'total' referenced before assignment
cannot access local variable 'total' where it is not associated with a value
free variable 'total' referenced before assignment in enclosing scope
unsupported operand type(s) for +: 'int' and 'str'
unsupported operand type(s) for +=: 'NoneType' and 'int'
can only concatenate str (not "int") to str
can only concatenate list (not "tuple") to list
'<' not supported between instances of 'str' and 'int'
bad operand type for unary -: 'str'
'int' object is not callable
'int' object is not iterable
'NoneType' object is not subscriptable
'type' object is not subscriptable
'tuple' object does not support item assignment
'set' object does not support item deletion
cannot unpack non-iterable NoneType object
not enough values to unpack (expected 3, got 2)
too many values to unpack (expected 2)
unhashable type: 'list'
object of type 'int' has no len()
object NoneType can't be used in 'await' expression
'async for' requires an object with __aiter__ method, got list
'coroutine' object is not iterable
argument of type 'NoneType' is not iterable
list index out of range
tuple index out of range
string index out of range
pop from empty list
pop from an empty deque
list indices must be integers or slices, not str
tuple indices must be integers or slices, not str
string indices must be integers, not 'str'
slice indices must be integers or None or have an __index__ method
list.remove(x): x not in list
substring not found
dictionary changed size during iteration
dictionary update sequence element #0 has length 1; 2 is required
sequence item 0: expected str instance, int found
total() missing 1 required positional argument: 'order'
total() missing 2 required positional arguments: 'order' and 'tax'
total() missing 1 required keyword-only argument: 'tax'
total() takes 1 positional argument but 2 were given
total() takes from 1 to 2 positional arguments but 3 were given
total() got an unexpected keyword argument 'tax'
total() got multiple values for argument 'tax'
Order.__init__() got an unexpected keyword argument 'tax'
Order() takes no arguments
object.__init__() takes exactly one argument (the instance to initialize)
keywords must be strings
descriptor 'total' for 'Order' objects doesn't apply to a 'Cart' object
Can't instantiate abstract class Order with abstract method total
Can't instantiate abstract class Order without an implementation for abstract method 'total'
cannot create weak reference to 'int' object
cannot pickle '_thread.lock' object
Can't pickle <function total at 0x7f00>: attribute lookup total on shop failed
Can't get attribute 'total' on <module '__main__'>
issubclass() arg 1 must be a class
isinstance() arg 2 must be a type, a tuple of types, or a union
metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases
an integer is required (got type str)
'str' object cannot be interpreted as an integer
'float' object cannot be interpreted as an integer
must be real number, not str
float() argument must be a string or a real number, not 'list'
int() argument must be a string, a bytes-like object or a real number, not 'NoneType'
invalid literal for int() with base 10: 'abc'
could not convert string to float: 'abc'
could not convert string to float: ''
a bytes-like object is required, not 'str'
expected str, bytes or os.PathLike object, not NoneType
expected string or bytes-like object, got 'NoneType'
write() argument must be str, not bytes
decoding to str: need a bytes-like object, NoneType found
not all arguments converted during string formatting
not enough arguments for format string
unsupported format character 'y' (0x79) at index 4
Unknown format code 'd' for object of type 'str'
unsupported format string passed to NoneType.__format__
division by zero
float division by zero
integer division or modulo by zero
math domain error
cannot convert float NaN to integer
cannot convert float infinity to integer
Exceeds the limit (4300 digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit
maximum recursion depth exceeded
maximum recursion depth exceeded while calling a Python object
generator already executing
can't start new thread
Event loop is closed
This event loop is already running
There is no current event loop in thread 'Thread-1'.
asyncio.run() cannot be called from a running event loop
Task was destroyed but it is pending!
coroutine 'total' was never awaited
I/O operation on closed file.
Timeout should be used inside a task
No module named 'shop'
No module named 'shop.cart'; 'shop' is not a package
cannot import name 'Cart' from 'shop' (/srv/shop/__init__.py)
cannot import name 'Cart' from partially initialized module 'shop' (most likely due to a circular import)
attempted relative import with no known parent package
attempted relative import beyond top-level package
libcudart.so.11.0: cannot open shared object file: No such file or directory
DLL load failed while importing _shop: The specified module could not be found.
[Errno 2] No such file or directory: 'orders.csv'
[Errno 13] Permission denied: '/etc/shop'
[Errno 17] File exists: '/tmp/shop'
[Errno 20] Not a directory: '/tmp/shop/x'
[Errno 21] Is a directory: '/tmp/shop'
[Errno 28] No space left on device
[Errno 32] Broken pipe
[Errno 98] Address already in use
[Errno 104] Connection reset by peer
[Errno 111] Connection refused
[Errno -2] Name or service not known
[Errno -3] Temporary failure in name resolution
[WinError 5] Access is denied: 'C:\\\\shop'
[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: unable to get local issuer certificate (_ssl.c:1129)
The read operation timed out
timed out
Remote end closed connection without response
HTTP Error 404: Not Found
<urlopen error [Errno 111] Connection refused>
Expecting value: line 1 column 1 (char 0)
Expecting ',' delimiter: line 3 column 9 (char 41)
Expecting property name enclosed in double quotes: line 1 column 2 (char 1)
Extra data: line 2 column 1 (char 14)
Object of type datetime is not JSON serializable
the JSON object must be str, bytes or bytearray, not NoneType
'utf-8' codec can't decode byte 0xff in position 0: invalid start byte
'ascii' codec can't encode character '\\xe9' in position 3: ordinal not in range(128)
'charmap' codec can't decode byte 0x9d in position 12: character maps to <undefined>
embedded null byte
source code string cannot contain null bytes
invalid syntax
invalid syntax (orders.py, line 3)
unexpected indent
expected an indented block after 'if' statement on line 3
unindent does not match any outer indentation level
inconsistent use of tabs and spaces in indentation
unterminated string literal (detected at line 3)
unexpected EOF while parsing
'(' was never closed
EOF when reading a line
unexpected end of file
Command '['make', 'all']' returned non-zero exit status 2.
Command 'make all' timed out after 30 seconds
time data '2026' does not match format '%Y-%m-%d'
day is out of range for month
can't compare offset-naive and offset-aware datetimes
can't subtract offset-naive and offset-aware datetimes
month must be in 1..12
Sample larger than population or is negative
A process in the process pool was terminated abruptly while the future was running or pending.
cannot schedule new futures after shutdown
context has already been set
daemonic processes are not allowed to have children
File is not a zip file
unknown url type: 'shop'
Invalid isoformat string: 'abc'
badly formed hexadecimal UUID string
'abc' is not in list
'total' is not a valid Color
1 validation error for Settings
2 validation errors for Order
out of memory
CUDA out of memory. Tried to allocate 2.00 GiB
CUDA error: out of memory
Killed
Segmentation fault (core dumped)
"""
