// File descriptors are not used after close, closed only once, and never negative.
//
// An instance belongs to each descriptor that open, openat, creat, dup, socket or
// accept gave.
//
// - After close the number must not be used, until it is given out again.
// - A negative result opens nothing. Using a negative descriptor is an error;
//   close(-1) is none, for it does nothing.
// - A descriptor that is still open at the end of the program is no error.

OBSERVER AUTOMATON fd

INITIAL STATE Start;

STATE USEFIRST Start :
  MATCH {$1 = open($?)} || MATCH {$1 = open64($?)} || MATCH {$1 = openat($?)}
    || MATCH {$1 = creat($?)} || MATCH {$1 = dup($?)} || MATCH {$1 = socket($?)}
    || MATCH {$1 = accept($?)}
    -> ASSUME {$1 >= 0} CREATE $1 GOTO Opened;

  MATCH CALL {read($2, $?, $?)} || MATCH CALL {write($2, $?, $?)}
    || MATCH CALL {lseek($2, $?, $?)} || MATCH CALL {fstat($2, $?)} || MATCH CALL {fsync($2)}
    || MATCH CALL {ftruncate($2, $?)} || MATCH CALL {fcntl($2, ...)}
    || MATCH CALL {ioctl($2, ...)} || MATCH CALL {dup($2)} || MATCH CALL {fdopen($2, $?)}
    || MATCH CALL {send($2, ...)} || MATCH CALL {recv($2, ...)}
    -> ASSUME {$2 < 0} ERROR("a negative file descriptor is used");

STATE USEFIRST Opened :
  MATCH CALL {close($1)} -> GOTO Closed;

STATE USEFIRST Closed :
  MATCH CALL {close($1)} -> ERROR("a file descriptor is closed twice");
  MATCH CALL {read($1, $?, $?)} || MATCH CALL {write($1, $?, $?)}
    || MATCH CALL {lseek($1, $?, $?)} || MATCH CALL {fstat($1, $?)} || MATCH CALL {fsync($1)}
    || MATCH CALL {ftruncate($1, $?)} || MATCH CALL {fcntl($1, ...)}
    || MATCH CALL {ioctl($1, ...)} || MATCH CALL {dup($1)} || MATCH CALL {fdopen($1, $?)}
    || MATCH CALL {send($1, ...)} || MATCH CALL {recv($1, ...)}
    -> ERROR("a file descriptor is used after it was closed");

END AUTOMATON
