"""The rules as plain Python: the specification, and the engine where the core was not compiled."""
