OBSERVER AUTOMATON a
INITIAL STATE First; //~ error: no state `First`
STATE USEFIRST Init :
  MATCH {f($?)} -> GOTO Init;
END AUTOMATON
