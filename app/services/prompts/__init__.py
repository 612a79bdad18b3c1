"""Texts that go to a model, as files beside this one."""
