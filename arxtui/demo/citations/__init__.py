"""Made-up sources of citations: INSPIRE, Semantic Scholar, OpenAlex, Crossref and OpenCitations, with their limits."""
