CONTROL AUTOMATON a
INITIAL STATE Init;
STATE USEFIRST Init :
  CHECK(ValueAnalysis, "x==1") -> ERROR; //~ error: cannot be asked here
END AUTOMATON
