OBSERVER AUTOMATON a
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH {x + 1} -> GOTO Init; //~ error: only calls and assignments
END AUTOMATON
