"""Find the addresses of this machine in the table's network, and announce its name."""
