"""The mathematics of for ever: loops, what leads into them, and all of a small pack at once.

`loop_of` names the loop that a game falls into. `predecessors`, `ancestors` and `basin` play backwards, completely.
`survey` looks at every state of a small pack. All of them know the rules for two players without chance: War, Combat,
Camicia.

What is returned is exact: each function says what is proved and what is counted, and nothing is sampled. Where a limit
is reached there is an error and no answer.

>>> from trickloop.loops import basin, loop_of
>>> cycle = loop_of(Camicia(), "---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA")
>>> len(basin(cycle).deals)
30
"""

from trickloop._backward import Ancestors, Basin, Deal, LimitError, ancestors, basin, predecessors
from trickloop._cycles import Cycle, loop_of
from trickloop._states import State
from trickloop._survey import FoundLoop, Split, Survey, survey, survey_distinct

__all__ = [
    "Ancestors",
    "Basin",
    "Cycle",
    "Deal",
    "FoundLoop",
    "LimitError",
    "Split",
    "State",
    "Survey",
    "ancestors",
    "basin",
    "loop_of",
    "predecessors",
    "survey",
    "survey_distinct",
]
