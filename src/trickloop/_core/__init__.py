"""The rules compiled: the same functions as in the reference, on circular buffers and without Python objects."""
