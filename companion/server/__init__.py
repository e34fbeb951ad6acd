"""The app served: on a port, plain or encrypted, with requests that wait their turn; or without a socket."""
