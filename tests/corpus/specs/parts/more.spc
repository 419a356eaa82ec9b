// TARGET states, raw texts, lines.
AUTOMATON more
INITIAL STATE Init;
STATE Init :
  MATCH "go();" && CHECK(location, "functionName==main") -> GOTO Gone;
TARGET STATE Gone :
END AUTOMATON
