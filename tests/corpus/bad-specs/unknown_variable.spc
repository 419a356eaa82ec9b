OBSERVER AUTOMATON a
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH {f($?)} -> ASSUME {$$count > 0} GOTO Init; //~ error: no automaton variable `count`
END AUTOMATON
