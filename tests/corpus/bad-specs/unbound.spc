OBSERVER AUTOMATON a
LOCAL set<string> s;
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH {f($1)} -> ASSUME {$2 > 0} GOTO Init; //~ error: nothing in the trigger binds `$2`
  MATCH {f($1)} || MATCH {g($2)} -> DO s[$1] = true GOTO Init; //~ error: nothing in the trigger binds `$1`
END AUTOMATON
