"""An event that may not be sent now."""

import h11

connection = h11.Connection(h11.CLIENT)
connection.send(h11.EndOfMessage())
