"""Every idea of the book on plain Python lists, with nothing but the standard library."""
