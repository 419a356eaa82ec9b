#include no_such_file.spc //~ error: cannot read
OBSERVER AUTOMATON a
INITIAL STATE Init;
STATE USEFIRST Init :
END AUTOMATON
