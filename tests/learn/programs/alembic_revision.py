"""A migration that nobody wrote is asked for."""

import tempfile

from alembic.config import Config
from alembic.script import ScriptDirectory

folder = tempfile.mkdtemp()
config = Config()
config.set_main_option("script_location", folder + "/nowhere")
ScriptDirectory.from_config(config)
