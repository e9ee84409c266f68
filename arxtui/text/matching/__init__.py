"""What people type beside what authors wrote: words, their forms and spelling, patterns, and where they stand."""
