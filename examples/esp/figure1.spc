// The automaton of Figure 1 of the ESP paper (Das, Lerner, Seigle 2002): a file is
// opened before it is printed to or closed, and not opened twice. The paper's events
// Open, Print and Close are fopen, fprintf and fclose here; there is one file, so no
// instances are created.

OBSERVER AUTOMATON file

INITIAL STATE Uninit;

STATE USEFIRST Uninit :
  MATCH CALL {fopen($?)} -> GOTO Opened;
  MATCH CALL {fprintf($?)} -> ERROR("a file is printed to that is not open");
  MATCH CALL {fclose($?)} -> ERROR("a file is closed that is not open");

STATE USEFIRST Opened :
  MATCH CALL {fprintf($?)} -> GOTO Opened;
  MATCH CALL {fclose($?)} -> GOTO Uninit;
  MATCH CALL {fopen($?)} -> ERROR("a file is opened twice");

END AUTOMATON
