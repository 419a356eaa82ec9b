// Locks are taken and released in turn, and none is held at the end.
//
// Locks are told apart by the value that is handed over (spin_lock(l), mutex_lock(m),
// lock(l)); lock() and unlock() without an argument speak of one lock.
//
// - Taking a lock that is held, and releasing one that is not, are errors.
// - A try takes the lock if it gives another value than 0.
// - A null pointer is a lock like any other.
// - Ending the program (by whatever means, abort included) with a lock held is an
//   error.
// - At most 16 locks can be held at the same time; beyond that the verdict is unknown.

OBSERVER AUTOMATON lock

LOCAL set<string> held;
LOCAL int taken = 0;

INITIAL STATE Init;

STATE USEFIRST Init :
  MATCH CALL {spin_lock($1)} || MATCH CALL {mutex_lock($1)} || MATCH CALL {lock($1)}
    -> ASSUME {$$held[$1]} ERROR("a lock is taken twice");
  MATCH CALL {spin_lock($1)} || MATCH CALL {mutex_lock($1)} || MATCH CALL {lock($1)}
    -> DO held[$1] = true GOTO Init;

  MATCH {$1 = spin_trylock($2)} || MATCH {$1 = mutex_trylock($2)} || MATCH {$1 = trylock($2)}
    -> ASSUME {$1 != 0; $$held[$2]} ERROR("a lock is taken twice");
  MATCH {$1 = spin_trylock($2)} || MATCH {$1 = mutex_trylock($2)} || MATCH {$1 = trylock($2)}
    -> ASSUME {$1 != 0} DO held[$2] = true GOTO Init;

  MATCH CALL {spin_unlock($1)} || MATCH CALL {mutex_unlock($1)} || MATCH CALL {unlock($1)}
    -> ASSUME {!$$held[$1]} ERROR("a lock is released that is not held");
  MATCH CALL {spin_unlock($1)} || MATCH CALL {mutex_unlock($1)} || MATCH CALL {unlock($1)}
    -> DO held[$1] = false GOTO Init;

  MATCH CALL {lock()} && taken == 1 -> ERROR("the lock is taken twice");
  MATCH CALL {lock()} -> DO taken = 1 GOTO Init;
  MATCH CALL {unlock()} && taken == 0 -> ERROR("the lock is released, but not held");
  MATCH CALL {unlock()} -> DO taken = 0 GOTO Init;

  MATCH EXIT && taken == 1 -> ERROR("the lock is held at the end of the program");
  MATCH EXIT -> ASSUME {!$$held.empty} ERROR("a lock is held at the end of the program");

END AUTOMATON
