OBSERVER AUTOMATON a
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH [abc -> GOTO Init; //~ error: `[` is not closed
END AUTOMATON
