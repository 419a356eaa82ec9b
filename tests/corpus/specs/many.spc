// Every number that is put in is taken out once.
OBSERVER AUTOMATON many
LOCAL set<int> inside = [7];
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH CALL {put($1)} -> DO inside[$1] = true GOTO Init;
  MATCH CALL {take($1)} -> ASSUME {!$$inside[$1]} ERROR("$1 was not put in");
  MATCH CALL {take($1)} -> DO inside[$1] = false GOTO Init;
  MATCH CALL {all_taken()} -> ASSUME {!$$inside.empty} ERROR("something is left");
END AUTOMATON
