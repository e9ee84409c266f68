"""The preset dictionary of the texts: common arXiv English, the most useful last (as deflate likes it).

A text packed with a dictionary needs the very same bytes to be read: a released one never changes.
"""

from __future__ import annotations

VOCABULARY = (
    b" The  We  In this paper, we  of the  the  and  in  to  is  that  for  with  by  on  are  this  which  we show that"
    b" from  have  can be  results  model "
)
