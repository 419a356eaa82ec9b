// A label must not be reached.
OBSERVER AUTOMATON label
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH LABEL [[Ff\]ailed.*] -> ERROR("$location is reached");
END AUTOMATON
