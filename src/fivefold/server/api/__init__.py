"""The addresses of the server: each reads a message, calls one function, and answers."""
