"""The demo: made-up papers, and a local server that behaves like arXiv and Pith. Tests use both, too."""
