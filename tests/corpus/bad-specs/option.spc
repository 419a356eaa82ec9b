OBSERVER AUTOMATON a
LOCAL int n = 0;
OPTION n "what it is for"; //~ error: two variables `n`
INITIAL STATE Init;
STATE USEFIRST Init :
END AUTOMATON
