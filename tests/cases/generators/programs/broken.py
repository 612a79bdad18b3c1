import ast

ast.parse("def fire(:\n    pass\n", "glazes.conf.py")
