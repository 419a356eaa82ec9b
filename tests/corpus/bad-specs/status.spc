OBSERVER AUTOMATON a
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH EXIT {0} -> ERROR; //~ error: the status of the end is a `$1`
END AUTOMATON
