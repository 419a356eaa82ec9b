// The printer of print_queue.c: pages only while it is on, and off at the end.
OBSERVER AUTOMATON printer

INITIAL STATE Off;

STATE USEFIRST Off :
  MATCH CALL {printer_on()} -> GOTO On;
  MATCH CALL {printer_page($?)} -> ERROR("a page for a printer that is off");
  MATCH CALL {printer_off()} -> ERROR("the printer is off already");

STATE USEFIRST On :
  MATCH CALL {printer_on()} -> ERROR("the printer is on already");
  MATCH CALL {printer_off()} -> GOTO Off;
  MATCH EXIT -> ERROR("the printer stays on");

END AUTOMATON
