"""Made-up papers, their authors, announcements and reviews. Begin with ``corpus``."""
