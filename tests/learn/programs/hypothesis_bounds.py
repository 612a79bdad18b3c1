"""A range that is empty."""

from hypothesis import strategies as st

st.integers(min_value=7, max_value=3).example()
