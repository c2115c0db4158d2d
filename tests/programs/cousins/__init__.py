"""Cousins of programs whose traces were silently wrong: one module for each cause.

Each module also has harmless look-alikes, whose traces must be right without a doubt.
`python -m tests.programs` prints how the traces compare with the oracle.
"""
