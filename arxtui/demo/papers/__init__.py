"""Made-up papers, the people who wrote them, their announcements and reviews. Begin with ``corpus``."""
