// Sockets are used in the order that POSIX demands, and not after close.
//
// An instance belongs to each socket that socket, accept or accept4 gave. (Those of
// socketpair come in an array and are not followed.)
//
// - Of stream sockets these are errors: binding twice; accepting where there was no
//   listen; listening or connecting after connect or listen; sending, receiving or
//   shutting down without a connection; sending after shutdown of that side.
//   listen without bind is none: the system chooses an address.
// - bind, listen and connect have happened if they gave 0, or if nobody looks at what
//   they gave. After a connect that failed, or goes on in the background, everything
//   but use after close is allowed: POSIX leaves the state open.
// - Other sockets (datagrams) may be bound, connected and used in any order.
// - After close the number must not be used or closed, until it is given out again.
// - A negative result is no socket. Using a negative number is an error; close(-1) is
//   none.
// - A socket that fdopen made a stream of belongs to the stream.
// - A socket that is still open at the end of the program is no error. With the option
//   `leaks` it is one where the program ends with status 0.

OBSERVER AUTOMATON socket

OPTION leaks "a socket that is still open where the program ends with status 0 is an error";

INITIAL STATE Start;

STATE USEFIRST Start :
  // SOCK_STREAM is 1; beyond the low bits are flags.
  MATCH {$1 = socket($?, $3, $?)} -> ASSUME {$1 >= 0; ($3 & 15) == 1} CREATE $1 GOTO Unbound;
  MATCH {$1 = socket($?, $3, $?)} -> ASSUME {$1 >= 0; ($3 & 15) != 1} CREATE $1 GOTO Tried;
  MATCH {$1 = accept($?)} || MATCH {$1 = accept4($?)}
    -> ASSUME {$1 >= 0} CREATE $1 GOTO Connected;

  MATCH CALL {send($2, ...)} || MATCH CALL {sendmsg($2, ...)} || MATCH CALL {write($2, $?, $?)}
    || MATCH CALL {writev($2, $?, $?)} || MATCH CALL {recv($2, ...)}
    || MATCH CALL {recvmsg($2, ...)} || MATCH CALL {read($2, $?, $?)}
    || MATCH CALL {readv($2, $?, $?)} || MATCH CALL {__recv_chk($2, ...)}
    || MATCH CALL {bind($2, ...)} || MATCH CALL {listen($2, $?)}
    || MATCH CALL {connect($2, ...)} || MATCH CALL {accept($2, ...)}
    || MATCH CALL {accept4($2, ...)} || MATCH CALL {shutdown($2, $?)}
    || MATCH CALL {sendto($2, ...)} || MATCH CALL {recvfrom($2, ...)}
    || MATCH CALL {getsockopt($2, ...)} || MATCH CALL {setsockopt($2, ...)}
    || MATCH CALL {getsockname($2, ...)} || MATCH CALL {getpeername($2, ...)}
    || MATCH CALL {fcntl($2, ...)} || MATCH CALL {ioctl($2, ...)} || MATCH CALL {dup($2)}
    || MATCH CALL {fdopen($2, $?)}
    -> ASSUME {$2 < 0} ERROR("a negative socket is used");

STATE USEFIRST Unbound :
  MATCH CALL {close($1)} -> GOTO Closed;
  MATCH {$2 = fdopen($1, $?)} -> ASSUME {$2 != 0} GOTO Start;
  MATCH {$2 = bind($1, ...)} -> ASSUME {$2 == 0} GOTO Bound;
  MATCH {bind($1, ...)} -> GOTO Bound;
  MATCH {$2 = listen($1, $?)} -> ASSUME {$2 == 0} GOTO Listening;
  MATCH {listen($1, $?)} -> GOTO Listening;
  MATCH {$2 = connect($1, ...)} -> ASSUME {$2 == 0} GOTO Connected;
  MATCH {connect($1, ...)} -> GOTO Connected;
  MATCH {$2 = connect($1, ...)} -> GOTO Tried;
  MATCH CALL {accept($1, ...)} || MATCH CALL {accept4($1, ...)}
    -> ERROR("connections are accepted by a socket that does not listen");
  MATCH CALL {send($1, ...)} || MATCH CALL {sendmsg($1, ...)} || MATCH CALL {write($1, $?, $?)}
    || MATCH CALL {writev($1, $?, $?)} || MATCH CALL {recv($1, ...)}
    || MATCH CALL {recvmsg($1, ...)} || MATCH CALL {read($1, $?, $?)}
    || MATCH CALL {readv($1, $?, $?)} || MATCH CALL {__recv_chk($1, ...)}
    || MATCH CALL {shutdown($1, $?)}
    -> ERROR("a socket is used as if it were connected");
  MATCH EXIT {$2} && leaks -> ASSUME {$2 == 0} ERROR("a socket is still open at the end");

STATE USEFIRST Bound :
  MATCH CALL {close($1)} -> GOTO Closed;
  MATCH {$2 = fdopen($1, $?)} -> ASSUME {$2 != 0} GOTO Start;
  MATCH CALL {bind($1, ...)} -> ERROR("a socket is bound twice");
  MATCH {$2 = listen($1, $?)} -> ASSUME {$2 == 0} GOTO Listening;
  MATCH {listen($1, $?)} -> GOTO Listening;
  MATCH {$2 = connect($1, ...)} -> ASSUME {$2 == 0} GOTO Connected;
  MATCH {connect($1, ...)} -> GOTO Connected;
  MATCH {$2 = connect($1, ...)} -> GOTO Tried;
  MATCH CALL {accept($1, ...)} || MATCH CALL {accept4($1, ...)}
    -> ERROR("connections are accepted by a socket that does not listen");
  MATCH CALL {send($1, ...)} || MATCH CALL {sendmsg($1, ...)} || MATCH CALL {write($1, $?, $?)}
    || MATCH CALL {writev($1, $?, $?)} || MATCH CALL {recv($1, ...)}
    || MATCH CALL {recvmsg($1, ...)} || MATCH CALL {read($1, $?, $?)}
    || MATCH CALL {readv($1, $?, $?)} || MATCH CALL {__recv_chk($1, ...)}
    || MATCH CALL {shutdown($1, $?)}
    -> ERROR("a socket is used as if it were connected");
  MATCH EXIT {$2} && leaks -> ASSUME {$2 == 0} ERROR("a socket is still open at the end");

STATE USEFIRST Listening :
  MATCH CALL {close($1)} -> GOTO Closed;
  MATCH {$2 = fdopen($1, $?)} -> ASSUME {$2 != 0} GOTO Start;
  MATCH CALL {bind($1, ...)} -> ERROR("a socket is bound twice");
  MATCH CALL {connect($1, ...)} -> ERROR("a socket that listens is connected");
  MATCH CALL {send($1, ...)} || MATCH CALL {sendmsg($1, ...)} || MATCH CALL {write($1, $?, $?)}
    || MATCH CALL {writev($1, $?, $?)} || MATCH CALL {recv($1, ...)}
    || MATCH CALL {recvmsg($1, ...)} || MATCH CALL {read($1, $?, $?)}
    || MATCH CALL {readv($1, $?, $?)} || MATCH CALL {__recv_chk($1, ...)}
    || MATCH CALL {shutdown($1, $?)}
    -> ERROR("a socket is used as if it were connected");
  MATCH EXIT {$2} && leaks -> ASSUME {$2 == 0} ERROR("a socket is still open at the end");

STATE USEFIRST Connected :
  MATCH CALL {close($1)} -> GOTO Closed;
  MATCH {$2 = fdopen($1, $?)} -> ASSUME {$2 != 0} GOTO Start;
  MATCH CALL {bind($1, ...)} -> ERROR("a socket is bound twice");
  MATCH CALL {connect($1, ...)} -> ERROR("a socket is connected twice");
  MATCH CALL {listen($1, $?)} -> ERROR("a socket that is connected listens");
  MATCH CALL {accept($1, ...)} || MATCH CALL {accept4($1, ...)}
    -> ERROR("connections are accepted by a socket that does not listen");
  MATCH CALL {shutdown($1, $2)} -> ASSUME {$2 == 1 || $2 == 2} GOTO Silent;
  MATCH EXIT {$2} && leaks -> ASSUME {$2 == 0} ERROR("a socket is still open at the end");

// The sending side is shut down.
STATE USEFIRST Silent :
  MATCH CALL {close($1)} -> GOTO Closed;
  MATCH {$2 = fdopen($1, $?)} -> ASSUME {$2 != 0} GOTO Start;
  MATCH CALL {send($1, ...)} || MATCH CALL {sendmsg($1, ...)} || MATCH CALL {write($1, $?, $?)}
    || MATCH CALL {writev($1, $?, $?)} || MATCH CALL {sendto($1, ...)}
    -> ERROR("something is sent after the sending side was shut down");
  MATCH EXIT {$2} && leaks -> ASSUME {$2 == 0} ERROR("a socket is still open at the end");

STATE USEFIRST Tried :
  MATCH CALL {close($1)} -> GOTO Closed;
  MATCH {$2 = fdopen($1, $?)} -> ASSUME {$2 != 0} GOTO Start;
  MATCH EXIT {$2} && leaks -> ASSUME {$2 == 0} ERROR("a socket is still open at the end");

STATE USEFIRST Closed :
  MATCH CALL {close($1)} -> ERROR("a socket is closed twice");
  MATCH CALL {send($1, ...)} || MATCH CALL {sendmsg($1, ...)} || MATCH CALL {write($1, $?, $?)}
    || MATCH CALL {writev($1, $?, $?)} || MATCH CALL {recv($1, ...)}
    || MATCH CALL {recvmsg($1, ...)} || MATCH CALL {read($1, $?, $?)}
    || MATCH CALL {readv($1, $?, $?)} || MATCH CALL {__recv_chk($1, ...)}
    || MATCH CALL {bind($1, ...)} || MATCH CALL {listen($1, $?)}
    || MATCH CALL {connect($1, ...)} || MATCH CALL {accept($1, ...)}
    || MATCH CALL {accept4($1, ...)} || MATCH CALL {shutdown($1, $?)}
    || MATCH CALL {sendto($1, ...)} || MATCH CALL {recvfrom($1, ...)}
    || MATCH CALL {getsockopt($1, ...)} || MATCH CALL {setsockopt($1, ...)}
    || MATCH CALL {getsockname($1, ...)} || MATCH CALL {getpeername($1, ...)}
    || MATCH CALL {fcntl($1, ...)} || MATCH CALL {ioctl($1, ...)} || MATCH CALL {dup($1)}
    || MATCH CALL {fdopen($1, $?)}
    -> ERROR("a socket is used after it was closed");

END AUTOMATON
