"""Facts about a program as plain data; nothing here changes a tree."""
