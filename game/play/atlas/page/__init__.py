"""The atlas as a page of HTML: its frame and tables, its charts, its maps in SVG."""
