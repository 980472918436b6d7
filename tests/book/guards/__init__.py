"""What a page must keep to, one concept a file; each guard returns its complaints as a list of lines."""
