// Automata can be put together from files; an assertion needs no automaton.
#include many.spc // the sets
#include parts/more.spc
ASSERT !MATCH CALL {forbidden($?)};
