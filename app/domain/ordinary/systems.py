"""What operating systems and web servers say, whatever program asked: texts of error numbers, phrases of HTTP statuses.

As with the interpreter's messages a record may have such a text: then class and frames have to say that it is the one.
"""

LINES = """
Operation not permitted
No such file or directory
No such process
Interrupted system call
Input/output error
Bad file descriptor
Resource temporarily unavailable
Cannot allocate memory
Permission denied
Device or resource busy
File exists
Not a directory
Is a directory
Invalid argument
Too many open files
No space left on device
Read-only file system
Broken pipe
File name too long
Directory not empty
Protocol error
Operation not supported
Address already in use
Cannot assign requested address
Network is unreachable
Connection reset by peer
Connection timed out
Operation timed out
Connection refused
Connection aborted
Host is down
No route to host
Stale file handle
Name or service not known
Temporary failure in name resolution
nodename nor servname provided, or not known
Bad Request
Unauthorized
Payment Required
Forbidden
Not Found
Method Not Allowed
Not Acceptable
Proxy Authentication Required
Request Timeout
Conflict
Gone
Length Required
Precondition Failed
Request Entity Too Large
Payload Too Large
Request-URI Too Long
Unsupported Media Type
Expectation Failed
Unprocessable Entity
Unprocessable Content
Locked
Failed Dependency
Upgrade Required
Too Many Requests
Internal Server Error
Not Implemented
Bad Gateway
Service Unavailable
Gateway Timeout
HTTP Version Not Supported
Insufficient Storage
Network Authentication Required
"""
