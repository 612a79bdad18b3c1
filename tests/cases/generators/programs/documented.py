"""
>>> import kiln
>>> kiln.fire("bowl", 12)
'bowl'
"""

import doctest

doctest.testmod()
