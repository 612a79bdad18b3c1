"""Messages that the compiled parts of libraries raise for anybody's mistake, by library.

Python code elsewhere raises some of them word for word, to behave alike. A paste that has no frame to tell by
is of the library that most people meet them in, whose raise site is in no Python file. Values are invented.
"""

from collections.abc import Mapping
from types import MappingProxyType

LINES: Mapping[str, str] = MappingProxyType(
    {
        "numpy": """
setting an array element with a sequence
operands could not be broadcast together with shapes (3,) (4,)
operands could not be broadcast together with remapped shapes
non-broadcastable output operand with shape (3,) doesn't match the broadcast shape (2,3)
could not broadcast input array from shape (3,) into shape (4,)
shapes (2,3) and (4,5) not aligned: 3 (dim 1) != 4 (dim 0)
matmul: Input operand 1 has a mismatch in its core dimension 0
index 5 is out of bounds for axis 0 with size 3
index 5 is out of bounds for size 3
axis 1 is out of bounds for array of dimension 1
too many indices for array
too many indices for array: array is 1-dimensional, but 2 were indexed
boolean index did not match indexed array along dimension 0; dimension is 3 but corresponding boolean dimension is 4
arrays used as indices must be of integer (or boolean) type
only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices
only integer scalar arrays can be converted to a scalar index
only size-1 arrays can be converted to Python scalars
only length-1 arrays can be converted to Python scalars
only 0-dimensional arrays can be converted to Python scalars
shape mismatch: objects cannot be broadcast to a single shape
shape mismatch: value array of shape (3,) could not be broadcast to indexing result of shape (4,)
cannot reshape array of size 6 into shape (4,2)
cannot select an axis to squeeze out which has size not equal to one
The truth value of an array with more than one element is ambiguous
The truth value of an empty array is ambiguous
need at least one array to concatenate
all the input arrays must have same number of dimensions
all the input array dimensions except for the concatenation axis must match exactly
all the input array dimensions for the concatenation axis must match exactly
zero-dimensional arrays cannot be concatenated
zero-size array to reduction operation maximum which has no identity
attempt to get argmax of an empty sequence
assignment destination is read-only
output array is read-only
cannot assign 4 input values to the 3 output values where the mask is true
Cannot cast ufunc 'add' output from dtype('float64') to dtype('int64') with casting rule 'same_kind'
Cannot cast array data from dtype('float64') to dtype('int64') according to the rule 'safe'
ufunc 'isnan' not supported for the input types, and the inputs could not be safely coerced
ufunc 'add' did not contain a loop with signature matching types
loop of ufunc does not support argument 0 of type float which has no callable exp method
iteration over a 0-d array
len() of unsized object
repeats may not contain negative values
negative dimensions are not allowed
maximum supported dimension for an ndarray is 32, found 33
Unable to allocate 2.00 GiB for an array with shape (3,) and data type float64
numpy.dtype size changed, may indicate binary incompatibility
numpy.ufunc size changed, may indicate binary incompatibility
""",
        "torch": """
Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu
Expected object of scalar type Float but got scalar type Double
expected scalar type Float but found Half
mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)
mat1 and mat2 must have the same dtype
size mismatch, m1: [2 x 3], m2: [4 x 5]
The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1
The expanded size of the tensor (3) must match the existing size (4) at non-singleton dimension 1
Sizes of tensors must match except in dimension 1
stack expects each tensor to be equal size
shape '[2, 3]' is invalid for input of size 5
view size is not compatible with input tensor's size and stride
Dimension out of range (expected to be in range of [-1, 0], but got 1)
index 5 is out of bounds for dimension 0 with size 3
index out of range in self
Given groups=1, weight of size [64, 3, 7, 7], expected input[1, 1, 224, 224] to have 3 channels, but got 1 channels instead
Input type (torch.cuda.FloatTensor) and weight type (torch.FloatTensor) should be the same
element 0 of tensors does not require grad and does not have a grad_fn
Trying to backward through the graph a second time
one of the variables needed for gradient computation has been modified by an inplace operation
a leaf Variable that requires grad is being used in an in-place operation
grad can be implicitly created only for scalar outputs
Can't call numpy() on Tensor that requires grad
CUDA error: device-side assert triggered
CUDA error: no kernel image is available for execution on the device
CUDA error: an illegal memory access was encountered
cuDNN error: CUDNN_STATUS_NOT_INITIALIZED
cuDNN error: CUDNN_STATUS_EXECUTION_FAILED
CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling
Boolean value of Tensor with more than one value is ambiguous
a Tensor with 3 elements cannot be converted to Scalar
probability tensor contains either `inf`, `nan` or element < 0
PytorchStreamReader failed reading zip archive
DataLoader worker (pid 3) is killed by signal: Killed
""",
    }
)
