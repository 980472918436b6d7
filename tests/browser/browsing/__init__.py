"""What the tests of this folder share: a browser, a server, and a reader's eyes and hands."""
