// POSIX mutexes are locked and unlocked in turn, and none is held at the end.
//
// Mutexes are told apart by their addresses. One thread is looked at: a mutex that
// is locked is locked by this thread.
//
// - Locking a mutex that is held (it would wait for itself), unlocking one that is
//   not held, waiting for a condition with one that is not held, and initialising or
//   destroying one that is held are errors. Recursive mutexes are not told from others.
// - pthread_mutex_lock, _trylock, _timedlock and _clocklock take the mutex if they give
//   0, or if nobody looks at what they give.
// - A null pointer is a mutex like any other.
// - Ending the program (by whatever means, abort included) with a mutex held is an
//   error, without any option: nobody else can unlock it.
// - At most 16 mutexes can be held at the same time; beyond that the verdict is
//   unknown.

OBSERVER AUTOMATON pthread_mutex

LOCAL set<string> held;

INITIAL STATE Init;

STATE USEFIRST Init :
  MATCH CALL {pthread_mutex_lock($1)}
    -> ASSUME {$$held[$1]} ERROR("a mutex is locked twice");
  MATCH {pthread_mutex_lock($1)} || MATCH {pthread_mutex_trylock($1)}
    || MATCH {pthread_mutex_timedlock($1, $?)} || MATCH {pthread_mutex_clocklock($1, $?, $?)}
    -> DO held[$1] = true GOTO Init;
  MATCH {$1 = pthread_mutex_lock($2)} || MATCH {$1 = pthread_mutex_trylock($2)}
    || MATCH {$1 = pthread_mutex_timedlock($2, $?)}
    || MATCH {$1 = pthread_mutex_clocklock($2, $?, $?)}
    -> ASSUME {$1 == 0} DO held[$2] = true GOTO Init;

  MATCH CALL {pthread_mutex_unlock($1)}
    -> ASSUME {!$$held[$1]} ERROR("a mutex is unlocked that is not held");
  MATCH CALL {pthread_mutex_unlock($1)}
    -> DO held[$1] = false GOTO Init;

  MATCH CALL {pthread_cond_wait($?, $1)} || MATCH CALL {pthread_cond_timedwait($?, $1, $?)}
    || MATCH CALL {pthread_cond_clockwait($?, $1, $?, $?)}
    -> ASSUME {!$$held[$1]} ERROR("a condition is waited for with a mutex that is not held");

  MATCH CALL {pthread_mutex_init($1, $?)}
    -> ASSUME {$$held[$1]} ERROR("a mutex is initialised while it is held");
  MATCH CALL {pthread_mutex_destroy($1)}
    -> ASSUME {$$held[$1]} ERROR("a mutex is destroyed while it is held");

  MATCH EXIT -> ASSUME {!$$held.empty} ERROR("a mutex is held at the end of the program");

END AUTOMATON
