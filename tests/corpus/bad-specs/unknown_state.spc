OBSERVER AUTOMATON a
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH {f($?)} -> GOTO Elsewhere; //~ error: no state `Elsewhere`
END AUTOMATON
