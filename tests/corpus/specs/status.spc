// MATCH EXIT with a status, and an option.

OBSERVER AUTOMATON status

OPTION strict "a status above 1 is an error as well";

INITIAL STATE Init;

STATE USEFIRST Init :
  MATCH EXIT {$1} -> ASSUME {$1 < 0} ERROR("the status is negative");
  MATCH EXIT {$1} && strict -> ASSUME {$1 > 1} ERROR("the status is large");

END AUTOMATON
