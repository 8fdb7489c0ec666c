"""One attack under the advanced rules a second time: slow, plain, sharing nothing with necrostats but data types."""
