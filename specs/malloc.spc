// A block is freed only once, and not resized after that.
//
// An instance belongs to each block that malloc, calloc, realloc, reallocarray,
// memalign, aligned_alloc, valloc, pvalloc, strdup, strndup or wcsdup gave. Blocks that
// come by way of a pointer (posix_memalign, asprintf, getline) are not followed.
//
// - A null result is no block; free(0) is allowed.
// - realloc frees the block that it is given, if its result is not null. With a size of
//   0 it is left open whether it does: the block is not followed any further.
// - A block that is not freed at the end of the program is no error. With the option
//   `leaks` it is one where the program ends with status 0. (The properties
//   valid-memtrack and valid-memcleanup speak of other ends and of lost blocks, and
//   valid-deref of accesses.)

OBSERVER AUTOMATON malloc

OPTION leaks "a block that is not freed where the program ends with status 0 is an error";

INITIAL STATE Start;

STATE USEFIRST Start :
  MATCH {$1 = malloc($?)} || MATCH {$1 = calloc($?)} || MATCH {$1 = realloc($?)}
    || MATCH {$1 = reallocarray($?)} || MATCH {$1 = memalign($?)}
    || MATCH {$1 = aligned_alloc($?)} || MATCH {$1 = valloc($?)} || MATCH {$1 = pvalloc($?)}
    || MATCH {$1 = strdup($?)} || MATCH {$1 = strndup($?)} || MATCH {$1 = __strdup($?)}
    || MATCH {$1 = __strndup($?)} || MATCH {$1 = wcsdup($?)}
    -> ASSUME {$1 != 0} CREATE $1 GOTO Allocated;

STATE USEFIRST Allocated :
  MATCH CALL {free($1)} || MATCH CALL {cfree($1)} -> GOTO Freed;
  MATCH {$2 = realloc($1, $3)} -> ASSUME {$3 == 0} GOTO Start;
  MATCH {$2 = reallocarray($1, $3, $4)} -> ASSUME {$3 == 0 || $4 == 0} GOTO Start;
  MATCH {$2 = realloc($1, $?)} || MATCH {$2 = reallocarray($1, $?, $?)}
    -> ASSUME {$2 != 0} GOTO Freed;
  MATCH EXIT {$2} && leaks -> ASSUME {$2 == 0} ERROR("a block is not freed at the end");

STATE USEFIRST Freed :
  MATCH CALL {free($1)} || MATCH CALL {cfree($1)} -> ERROR("a block is freed twice");
  MATCH CALL {realloc($1, $?)} || MATCH CALL {reallocarray($1, $?, $?)}
    -> ERROR("a block is resized after it was freed");
  MATCH CALL {malloc_usable_size($1)} -> ERROR("a block is asked for its size after it was freed");

END AUTOMATON
