"""Application interfaces beside the windows."""
