"""A block that was to fail and did not."""

import pytest

with pytest.raises("ValueError"):
    pass
