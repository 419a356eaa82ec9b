OBSERVER AUTOMATON a
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH {$1 = f($?)} -> CREATE $1 GOTO Made;
  MATCH {g($1)} -> GOTO Made; //~ error: no instance yet
STATE USEFIRST Made :
  MATCH {$1 = f($?)} -> CREATE $1 GOTO Made; //~ error: created in the initial state
END AUTOMATON
