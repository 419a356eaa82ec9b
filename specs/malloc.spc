// A block is freed only once, and not resized after that.
//
// An instance belongs to each block that malloc, calloc, realloc, aligned_alloc,
// strdup or strndup gave.
//
// - A null result is no block; free(0) is allowed.
// - realloc frees the block that it is given, if its result is not null.
// - A block that is never freed is no error here: the properties valid-memtrack and
//   valid-memcleanup speak of that, and valid-deref of accesses.

OBSERVER AUTOMATON malloc

INITIAL STATE Start;

STATE USEFIRST Start :
  MATCH {$1 = malloc($?)} || MATCH {$1 = calloc($?)} || MATCH {$1 = realloc($?)}
    || MATCH {$1 = aligned_alloc($?)} || MATCH {$1 = strdup($?)} || MATCH {$1 = strndup($?)}
    -> ASSUME {$1 != 0} CREATE $1 GOTO Allocated;

STATE USEFIRST Allocated :
  MATCH CALL {free($1)} -> GOTO Freed;
  MATCH {$2 = realloc($1, $?)} -> ASSUME {$2 != 0} GOTO Freed;

STATE USEFIRST Freed :
  MATCH CALL {free($1)} -> ERROR("a block is freed twice");
  MATCH CALL {realloc($1, $?)} -> ERROR("a block is resized after it was freed");

END AUTOMATON
