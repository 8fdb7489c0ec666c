"""How large a run may be, and how large a seed."""

LARGEST_SEED = (1 << 63) - 1
LARGEST_RUN = 10**12
