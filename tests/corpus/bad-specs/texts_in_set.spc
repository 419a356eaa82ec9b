OBSERVER AUTOMATON a
LOCAL set<string> s;
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH {f($?)} -> DO s["x"] = true GOTO Init; //~ error: sets hold values, not texts
END AUTOMATON
