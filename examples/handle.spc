// A handle is not used after it was released, and released once.
OBSERVER AUTOMATON handle

INITIAL STATE Start;

STATE USEFIRST Start :
  MATCH {$1 = acquire($?)} -> ASSUME {$1 != 0} CREATE $1 GOTO Held;

STATE USEFIRST Held :
  MATCH CALL {use($1)} -> GOTO Held;
  MATCH CALL {release($1)} -> GOTO Released;

STATE USEFIRST Released :
  MATCH CALL {use($1)} -> ERROR("a handle is used after its release");
  MATCH CALL {release($1)} -> ERROR("a handle is released twice");

END AUTOMATON
