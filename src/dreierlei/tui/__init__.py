"""Playing on the full screen of a terminal. Needs Textual, the extra `terminal`."""
