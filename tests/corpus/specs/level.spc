// Assignments are matched by what they look like: a level is never negative, and it
// grows by one at most five times.
OBSERVER AUTOMATON level
LOCAL int steps = 0;
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH {level = $1} -> ASSUME {$1 < 0} ERROR("the level becomes $1");
  MATCH {level = level + 1} -> ASSUME {$$steps > 5} DO steps = steps + 1 ERROR("too many steps");
  MATCH {level++} -> DO steps = steps + 1 GOTO Init;
  MATCH {limits->low = $1} -> ASSUME {((long)$1) > 100} ERROR("too high");
END AUTOMATON
