// What is begun at the start of the program is to be finished at its end.
OBSERVER AUTOMATON session
INITIAL STATE Before;
STATE USEFIRST Before :
  MATCH ENTRY -> GOTO Running;
STATE USEFIRST Running :
  MATCH CALL "finish" -> GOTO Finished;
  MATCH EXIT -> ERROR("the program ends, and nothing was finished");
STATE USEFIRST Finished :
  MATCH CALL "finish" -> ERROR("finished twice");
END AUTOMATON
