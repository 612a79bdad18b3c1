"""How many pastes get the right record, for every way in which an error is printed, dressed and damaged on its way."""
