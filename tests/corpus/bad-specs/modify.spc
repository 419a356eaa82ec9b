CONTROL AUTOMATON a
INITIAL STATE Init;
STATE USEFIRST Init :
  TRUE -> MODIFY(ValueAnalysis, "clear") GOTO Init; //~ error: no analyses here
END AUTOMATON
