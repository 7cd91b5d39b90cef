"""The server: tables for people and bots over HTTP and WebSockets. Needs `pip install fivefold[server]`."""
