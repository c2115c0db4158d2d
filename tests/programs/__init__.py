"""Programs as many people write them, each with what an oracle says of it: see test_programs.py."""
