// Directory streams are not used after closedir, closed only once, and never null.
//
// An instance belongs to each directory stream that opendir or fdopendir gave.
//
// - After closedir the stream must not be read, rewound, asked for its place or
//   descriptor, or closed.
// - A null result opens nothing. Using or closing a null pointer is an error.
// - A directory that is still open at the end of the program is no error. With the
//   option `leaks` it is one where the program ends with status 0.

OBSERVER AUTOMATON dir

OPTION leaks "a directory that is still open where the program ends with status 0 is an error";

INITIAL STATE Start;

STATE USEFIRST Start :
  MATCH {$1 = opendir($?)} || MATCH {$1 = fdopendir($?)}
    -> ASSUME {$1 != 0} CREATE $1 GOTO Opened;

  MATCH CALL {closedir($2)} -> ASSUME {$2 == 0} ERROR("a null directory is closed");
  MATCH CALL {readdir($2)} || MATCH CALL {readdir64($2)} || MATCH CALL {readdir_r($2, $?, $?)}
    || MATCH CALL {readdir64_r($2, $?, $?)} || MATCH CALL {rewinddir($2)}
    || MATCH CALL {seekdir($2, $?)} || MATCH CALL {telldir($2)} || MATCH CALL {dirfd($2)}
    -> ASSUME {$2 == 0} ERROR("a null directory is used");

STATE USEFIRST Opened :
  MATCH CALL {closedir($1)} -> GOTO Closed;
  MATCH EXIT {$2} && leaks -> ASSUME {$2 == 0} ERROR("a directory is still open at the end");

STATE USEFIRST Closed :
  MATCH CALL {closedir($1)} -> ERROR("a directory is closed twice");
  MATCH CALL {readdir($1)} || MATCH CALL {readdir64($1)} || MATCH CALL {readdir_r($1, $?, $?)}
    || MATCH CALL {readdir64_r($1, $?, $?)} || MATCH CALL {rewinddir($1)}
    || MATCH CALL {seekdir($1, $?)} || MATCH CALL {telldir($1)} || MATCH CALL {dirfd($1)}
    -> ERROR("a directory is used after it was closed");

END AUTOMATON
