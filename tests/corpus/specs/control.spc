// Runs in which check() gave 0 are not looked at; the others must not log twice.
CONTROL AUTOMATON control
LOCAL int logs;
INITIAL STATE Init;
STATE USEALL Init :
  MATCH {$1 = check($?)} -> ASSUME {$1 == 0} STOP;
  MATCH {$1 = check($?)} -> ASSUME {$1 != 0} GOTO Init;
  MATCH {log_it($?)} && logs == 1 -> ERROR("logged twice");
  MATCH {log_it($?)} -> DO logs = logs + 1 GOTO Init;
END AUTOMATON
