OBSERVER AUTOMATON a
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH {f($?)} -> GOTO Init;
STATE USEFIRST Lonely : //~ error: no transition leads to the state `Lonely`
  MATCH {f($?)} -> GOTO Init;
END AUTOMATON
