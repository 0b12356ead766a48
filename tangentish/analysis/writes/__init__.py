"""What functions do to what they are given: which arguments they write into, and which they give back, read off their source."""
