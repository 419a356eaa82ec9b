// Once something that is not null was shown, the automaton looks at nothing any more.
OBSERVER AUTOMATON null_of_another

INITIAL STATE Start;

STATE USEFIRST Start :
  MATCH {$1 = fopen($?)} -> ASSUME {$1 != 0} CREATE $1 GOTO Opened;
  MATCH CALL {show($2)} -> ASSUME {$2 != 0} GOTO Ignored;

STATE USEFIRST Opened :
  MATCH CALL {fclose($1)} -> GOTO Closed;

STATE USEFIRST Closed :
  MATCH CALL {fclose($1)} -> ERROR("closed twice");

STATE USEFIRST Ignored :
  FALSE -> GOTO Start;

END AUTOMATON
