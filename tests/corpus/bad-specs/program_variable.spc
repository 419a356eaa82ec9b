// Known only when the program is known.
OBSERVER AUTOMATON a
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH {$1 = f($?)} -> ASSUME {nowhere > 0} ERROR; //~ error: there is no variable `nowhere` here
END AUTOMATON
