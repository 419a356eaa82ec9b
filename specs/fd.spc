// File descriptors are not used after close, closed only once, and never negative.
//
// An instance belongs to each descriptor that open, creat, mkstemp, dup, socket, accept
// and their like gave. Those that come in an array (pipe, socketpair) are not followed.
//
// - After close the number must not be used, until it is given out again; dup2 gives
//   out the number that it is told, if it gives no negative one or nobody looks.
// - A negative result opens nothing. Using a negative descriptor is an error;
//   close(-1) is none, for it does nothing.
// - A descriptor that was handed to fdopen or fdopendir, with success, belongs to the
//   stream and is not followed any further.
// - A descriptor that is still open at the end of the program is no error. With the
//   option `leaks` it is one where the program ends with status 0; 0, 1 and 2 may stay
//   as dup2 made them.

OBSERVER AUTOMATON fd

OPTION leaks "a descriptor that is still open where the program ends with status 0 is an error";

INITIAL STATE Start;

STATE USEFIRST Start :
  MATCH {$1 = open($?)} || MATCH {$1 = open64($?)} || MATCH {$1 = openat($?)}
    || MATCH {$1 = openat64($?)} || MATCH {$1 = creat($?)} || MATCH {$1 = creat64($?)}
    || MATCH {$1 = mkstemp($?)} || MATCH {$1 = mkostemp($?)} || MATCH {$1 = mkstemps($?)}
    || MATCH {$1 = memfd_create($?)} || MATCH {$1 = dup($?)} || MATCH {$1 = fcntl($?, 0, ...)}
    || MATCH {$1 = fcntl($?, 1030, ...)} || MATCH {$1 = socket($?)} || MATCH {$1 = accept($?)}
    || MATCH {$1 = accept4($?)} || MATCH {$1 = eventfd($?)} || MATCH {$1 = timerfd_create($?)}
    || MATCH {$1 = signalfd($?)} || MATCH {$1 = inotify_init()}
    || MATCH {$1 = inotify_init1($?)} || MATCH {$1 = epoll_create($?)}
    || MATCH {$1 = epoll_create1($?)}
    -> ASSUME {$1 >= 0} CREATE $1 GOTO Opened;
  MATCH {$1 = dup2($?)} || MATCH {$1 = dup3($?)} -> ASSUME {$1 > 2} CREATE $1 GOTO Opened;

  MATCH CALL {read($2, $?, $?)} || MATCH CALL {write($2, $?, $?)} || MATCH CALL {pread($2, ...)}
    || MATCH CALL {pwrite($2, ...)} || MATCH CALL {pread64($2, ...)}
    || MATCH CALL {pwrite64($2, ...)} || MATCH CALL {readv($2, $?, $?)}
    || MATCH CALL {writev($2, $?, $?)} || MATCH CALL {__read_chk($2, ...)}
    || MATCH CALL {lseek($2, $?, $?)} || MATCH CALL {lseek64($2, $?, $?)}
    || MATCH CALL {fstat($2, $?)} || MATCH CALL {fstat64($2, $?)}
    || MATCH CALL {__fxstat($?, $2, $?)} || MATCH CALL {__fxstat64($?, $2, $?)}
    || MATCH CALL {fsync($2)} || MATCH CALL {fdatasync($2)} || MATCH CALL {ftruncate($2, $?)}
    || MATCH CALL {ftruncate64($2, $?)} || MATCH CALL {fchmod($2, $?)}
    || MATCH CALL {fchown($2, $?, $?)} || MATCH CALL {fchdir($2)} || MATCH CALL {flock($2, $?)}
    || MATCH CALL {lockf($2, $?, $?)} || MATCH CALL {fcntl($2, ...)}
    || MATCH CALL {ioctl($2, ...)} || MATCH CALL {dup($2)} || MATCH CALL {dup2($2, $?)}
    || MATCH CALL {dup3($2, $?, $?)} || MATCH CALL {dprintf($2, ...)}
    || MATCH CALL {vdprintf($2, ...)} || MATCH CALL {fdopen($2, $?)}
    || MATCH CALL {fdopendir($2)} || MATCH CALL {bind($2, ...)} || MATCH CALL {listen($2, $?)}
    || MATCH CALL {connect($2, ...)} || MATCH CALL {accept($2, ...)}
    || MATCH CALL {accept4($2, ...)} || MATCH CALL {shutdown($2, $?)}
    || MATCH CALL {send($2, ...)} || MATCH CALL {sendto($2, ...)}
    || MATCH CALL {sendmsg($2, ...)} || MATCH CALL {recv($2, ...)}
    || MATCH CALL {recvfrom($2, ...)} || MATCH CALL {recvmsg($2, ...)}
    || MATCH CALL {getsockopt($2, ...)} || MATCH CALL {setsockopt($2, ...)}
    || MATCH CALL {getsockname($2, ...)} || MATCH CALL {getpeername($2, ...)}
    -> ASSUME {$2 < 0} ERROR("a negative file descriptor is used");

STATE USEFIRST Opened :
  MATCH CALL {close($1)} -> GOTO Closed;
  MATCH {$2 = fdopen($1, $?)} || MATCH {$2 = fdopendir($1)} -> ASSUME {$2 != 0} GOTO Start;
  MATCH EXIT {$2} && leaks -> ASSUME {$2 == 0} ERROR("a file descriptor is still open at the end");

STATE USEFIRST Closed :
  MATCH CALL {close($1)} -> ERROR("a file descriptor is closed twice");
  MATCH {$2 = dup2($?, $1)} || MATCH {$2 = dup3($?, $1, $?)} -> ASSUME {$2 >= 0} GOTO Opened;
  MATCH {dup2($?, $1)} || MATCH {dup3($?, $1, $?)} -> GOTO Opened;
  MATCH CALL {read($1, $?, $?)} || MATCH CALL {write($1, $?, $?)} || MATCH CALL {pread($1, ...)}
    || MATCH CALL {pwrite($1, ...)} || MATCH CALL {pread64($1, ...)}
    || MATCH CALL {pwrite64($1, ...)} || MATCH CALL {readv($1, $?, $?)}
    || MATCH CALL {writev($1, $?, $?)} || MATCH CALL {__read_chk($1, ...)}
    || MATCH CALL {lseek($1, $?, $?)} || MATCH CALL {lseek64($1, $?, $?)}
    || MATCH CALL {fstat($1, $?)} || MATCH CALL {fstat64($1, $?)}
    || MATCH CALL {__fxstat($?, $1, $?)} || MATCH CALL {__fxstat64($?, $1, $?)}
    || MATCH CALL {fsync($1)} || MATCH CALL {fdatasync($1)} || MATCH CALL {ftruncate($1, $?)}
    || MATCH CALL {ftruncate64($1, $?)} || MATCH CALL {fchmod($1, $?)}
    || MATCH CALL {fchown($1, $?, $?)} || MATCH CALL {fchdir($1)} || MATCH CALL {flock($1, $?)}
    || MATCH CALL {lockf($1, $?, $?)} || MATCH CALL {fcntl($1, ...)}
    || MATCH CALL {ioctl($1, ...)} || MATCH CALL {dup($1)} || MATCH CALL {dup2($1, $?)}
    || MATCH CALL {dup3($1, $?, $?)} || MATCH CALL {dprintf($1, ...)}
    || MATCH CALL {vdprintf($1, ...)} || MATCH CALL {fdopen($1, $?)}
    || MATCH CALL {fdopendir($1)} || MATCH CALL {bind($1, ...)} || MATCH CALL {listen($1, $?)}
    || MATCH CALL {connect($1, ...)} || MATCH CALL {accept($1, ...)}
    || MATCH CALL {accept4($1, ...)} || MATCH CALL {shutdown($1, $?)}
    || MATCH CALL {send($1, ...)} || MATCH CALL {sendto($1, ...)}
    || MATCH CALL {sendmsg($1, ...)} || MATCH CALL {recv($1, ...)}
    || MATCH CALL {recvfrom($1, ...)} || MATCH CALL {recvmsg($1, ...)}
    || MATCH CALL {getsockopt($1, ...)} || MATCH CALL {setsockopt($1, ...)}
    || MATCH CALL {getsockname($1, ...)} || MATCH CALL {getpeername($1, ...)}
    || MATCH CALL {openat($1, ...)} || MATCH CALL {openat64($1, ...)}
    || MATCH CALL {mmap($?, $?, $?, $?, $1, $?)} || MATCH CALL {isatty($1)}
    -> ERROR("a file descriptor is used after it was closed");

END AUTOMATON
