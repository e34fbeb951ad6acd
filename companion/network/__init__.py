"""The network of the table: the addresses of this machine, how phones reach the server at them, and its name."""
