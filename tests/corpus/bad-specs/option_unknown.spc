OBSERVER AUTOMATON a
OPTION strict "what it is for";
INITIAL STATE Init;
STATE USEFIRST Init :
  lenient && MATCH EXIT -> ERROR; //~ error: no automaton variable `lenient`, and no option
END AUTOMATON
