"""The basic rules a second time: slow, plain, and sharing nothing with necrostats but its data types."""
