// With USEALL every transition that matches is followed.
OBSERVER AUTOMATON either
INITIAL STATE Start;
STATE USEALL Start :
  MATCH CALL {split()} -> GOTO Left;
  MATCH CALL {split()} -> GOTO Right;
STATE USEFIRST Left :
  MATCH CALL [.*_left] -> ERROR("to the left");
STATE USEFIRST Right :
  MATCH CALL [.*_right] -> ERROR("to the right");
END AUTOMATON
