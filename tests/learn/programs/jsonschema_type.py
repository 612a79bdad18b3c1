"""A type that a schema does not know."""

from jsonschema.validators import Draft202012Validator

Draft202012Validator.TYPE_CHECKER.is_type(3, "whole number")
