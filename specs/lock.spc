// Locks are taken and released in turn, and none is held at the end.
//
// Locks are told apart by the value that is handed over: spinlocks of the kernel with
// all their endings (spin_lock, spin_lock_irq, _irqsave, _bh, raw_spin_lock …), the
// writing side of its reader-writer locks and semaphores, its mutexes, and lock(l);
// lock() and unlock() without an argument speak of one lock. The reading sides, which
// may be taken many times, are not followed.
//
// - Taking a lock that is held, and releasing one that is not, are errors. How
//   interrupts are kept away does not matter: spin_unlock releases what spin_lock_irq
//   took.
// - A try takes the lock if it gives another value than 0; mutex_lock_interruptible and
//   mutex_lock_killable take it if they give 0, or if nobody looks.
// - Where headers define spin_lock by _raw_spin_lock, the outer call counts.
// - A null pointer is a lock like any other.
// - Ending the program (by whatever means, abort included) with a lock held is an
//   error, without any option: nobody else can release it.
// - At most 16 locks can be held at the same time; beyond that the verdict is unknown.

OBSERVER AUTOMATON lock

LOCAL set<string> held;
LOCAL int taken = 0;

INITIAL STATE Init;

STATE USEFIRST Init :
  MATCH CALL {spin_lock($1)} || MATCH CALL {spin_lock_irq($1)} || MATCH CALL {spin_lock_bh($1)}
    || MATCH CALL {spin_lock_irqsave($1, ...)} || MATCH CALL {spin_lock_nested($1, ...)}
    || MATCH CALL {raw_spin_lock($1)} || MATCH CALL {raw_spin_lock_irq($1)}
    || MATCH CALL {raw_spin_lock_bh($1)} || MATCH CALL {raw_spin_lock_irqsave($1, ...)}
    || MATCH CALL {write_lock($1)} || MATCH CALL {write_lock_irq($1)}
    || MATCH CALL {write_lock_bh($1)} || MATCH CALL {write_lock_irqsave($1, ...)}
    || MATCH CALL {mutex_lock($1)} || MATCH CALL {mutex_lock_nested($1, ...)}
    || MATCH CALL {down_write($1)} || MATCH CALL {lock($1)}
    || (MATCH CALL {_raw_spin_lock($1, ...)} && !CHECK(location, "functionName==spin_lock"))
    || (MATCH CALL {_raw_spin_lock_irq($1, ...)} && !CHECK(location, "functionName==spin_lock_irq"))
    || (MATCH CALL {_raw_spin_lock_bh($1, ...)} && !CHECK(location, "functionName==spin_lock_bh"))
    || (MATCH CALL {_raw_spin_lock_irqsave($1, ...)} && !CHECK(location, "functionName==spin_lock_irqsave"))
    || (MATCH CALL {_raw_write_lock($1, ...)} && !CHECK(location, "functionName==write_lock"))
    || (MATCH CALL {_raw_write_lock_irq($1, ...)} && !CHECK(location, "functionName==write_lock_irq"))
    || (MATCH CALL {_raw_write_lock_bh($1, ...)} && !CHECK(location, "functionName==write_lock_bh"))
    || (MATCH CALL {_raw_write_lock_irqsave($1, ...)} && !CHECK(location, "functionName==write_lock_irqsave"))
    -> ASSUME {$$held[$1]} ERROR("a lock is taken twice");
  MATCH CALL {spin_lock($1)} || MATCH CALL {spin_lock_irq($1)} || MATCH CALL {spin_lock_bh($1)}
    || MATCH CALL {spin_lock_irqsave($1, ...)} || MATCH CALL {spin_lock_nested($1, ...)}
    || MATCH CALL {raw_spin_lock($1)} || MATCH CALL {raw_spin_lock_irq($1)}
    || MATCH CALL {raw_spin_lock_bh($1)} || MATCH CALL {raw_spin_lock_irqsave($1, ...)}
    || MATCH CALL {write_lock($1)} || MATCH CALL {write_lock_irq($1)}
    || MATCH CALL {write_lock_bh($1)} || MATCH CALL {write_lock_irqsave($1, ...)}
    || MATCH CALL {mutex_lock($1)} || MATCH CALL {mutex_lock_nested($1, ...)}
    || MATCH CALL {down_write($1)} || MATCH CALL {lock($1)}
    || (MATCH CALL {_raw_spin_lock($1, ...)} && !CHECK(location, "functionName==spin_lock"))
    || (MATCH CALL {_raw_spin_lock_irq($1, ...)} && !CHECK(location, "functionName==spin_lock_irq"))
    || (MATCH CALL {_raw_spin_lock_bh($1, ...)} && !CHECK(location, "functionName==spin_lock_bh"))
    || (MATCH CALL {_raw_spin_lock_irqsave($1, ...)} && !CHECK(location, "functionName==spin_lock_irqsave"))
    || (MATCH CALL {_raw_write_lock($1, ...)} && !CHECK(location, "functionName==write_lock"))
    || (MATCH CALL {_raw_write_lock_irq($1, ...)} && !CHECK(location, "functionName==write_lock_irq"))
    || (MATCH CALL {_raw_write_lock_bh($1, ...)} && !CHECK(location, "functionName==write_lock_bh"))
    || (MATCH CALL {_raw_write_lock_irqsave($1, ...)} && !CHECK(location, "functionName==write_lock_irqsave"))
    -> DO held[$1] = true GOTO Init;

  MATCH {$1 = spin_trylock($2, ...)} || MATCH {$1 = spin_trylock_irq($2, ...)}
    || MATCH {$1 = spin_trylock_bh($2, ...)} || MATCH {$1 = spin_trylock_irqsave($2, ...)}
    || MATCH {$1 = raw_spin_trylock($2, ...)} || MATCH {$1 = write_trylock($2, ...)}
    || MATCH {$1 = mutex_trylock($2, ...)} || MATCH {$1 = down_write_trylock($2, ...)}
    || MATCH {$1 = trylock($2, ...)}
    || (MATCH {$1 = _raw_spin_trylock($2)} && !CHECK(location, "functionName==spin_trylock"))
    || (MATCH {$1 = _raw_spin_trylock_bh($2)} && !CHECK(location, "functionName==spin_trylock_bh"))
    || (MATCH {$1 = _raw_write_trylock($2)} && !CHECK(location, "functionName==write_trylock"))
    -> ASSUME {$1 != 0; $$held[$2]} ERROR("a lock is taken twice");
  MATCH {$1 = spin_trylock($2, ...)} || MATCH {$1 = spin_trylock_irq($2, ...)}
    || MATCH {$1 = spin_trylock_bh($2, ...)} || MATCH {$1 = spin_trylock_irqsave($2, ...)}
    || MATCH {$1 = raw_spin_trylock($2, ...)} || MATCH {$1 = write_trylock($2, ...)}
    || MATCH {$1 = mutex_trylock($2, ...)} || MATCH {$1 = down_write_trylock($2, ...)}
    || MATCH {$1 = trylock($2, ...)}
    || (MATCH {$1 = _raw_spin_trylock($2)} && !CHECK(location, "functionName==spin_trylock"))
    || (MATCH {$1 = _raw_spin_trylock_bh($2)} && !CHECK(location, "functionName==spin_trylock_bh"))
    || (MATCH {$1 = _raw_write_trylock($2)} && !CHECK(location, "functionName==write_trylock"))
    -> ASSUME {$1 != 0} DO held[$2] = true GOTO Init;

  MATCH CALL {mutex_lock_interruptible($2)} || MATCH CALL {mutex_lock_killable($2)}
    -> ASSUME {$$held[$2]} ERROR("a lock is taken twice");
  MATCH {mutex_lock_interruptible($1)} || MATCH {mutex_lock_killable($1)}
    -> DO held[$1] = true GOTO Init;
  MATCH {$1 = mutex_lock_interruptible($2)} || MATCH {$1 = mutex_lock_killable($2)}
    -> ASSUME {$1 == 0} DO held[$2] = true GOTO Init;

  MATCH CALL {spin_unlock($1)} || MATCH CALL {spin_unlock_irq($1)}
    || MATCH CALL {spin_unlock_bh($1)} || MATCH CALL {spin_unlock_irqrestore($1, ...)}
    || MATCH CALL {raw_spin_unlock($1)} || MATCH CALL {raw_spin_unlock_irq($1)}
    || MATCH CALL {raw_spin_unlock_bh($1)} || MATCH CALL {raw_spin_unlock_irqrestore($1, ...)}
    || MATCH CALL {write_unlock($1)} || MATCH CALL {write_unlock_irq($1)}
    || MATCH CALL {write_unlock_bh($1)} || MATCH CALL {write_unlock_irqrestore($1, ...)}
    || MATCH CALL {mutex_unlock($1)} || MATCH CALL {up_write($1)} || MATCH CALL {unlock($1)}
    || (MATCH CALL {_raw_spin_unlock($1, ...)} && !CHECK(location, "functionName==spin_unlock"))
    || (MATCH CALL {_raw_spin_unlock_irq($1, ...)} && !CHECK(location, "functionName==spin_unlock_irq"))
    || (MATCH CALL {_raw_spin_unlock_bh($1, ...)} && !CHECK(location, "functionName==spin_unlock_bh"))
    || (MATCH CALL {_raw_spin_unlock_irqrestore($1, ...)} && !CHECK(location, "functionName==spin_unlock_irqrestore"))
    || (MATCH CALL {_raw_write_unlock($1, ...)} && !CHECK(location, "functionName==write_unlock"))
    || (MATCH CALL {_raw_write_unlock_irq($1, ...)} && !CHECK(location, "functionName==write_unlock_irq"))
    || (MATCH CALL {_raw_write_unlock_bh($1, ...)} && !CHECK(location, "functionName==write_unlock_bh"))
    || (MATCH CALL {_raw_write_unlock_irqrestore($1, ...)} && !CHECK(location, "functionName==write_unlock_irqrestore"))
    -> ASSUME {!$$held[$1]} ERROR("a lock is released that is not held");
  MATCH CALL {spin_unlock($1)} || MATCH CALL {spin_unlock_irq($1)}
    || MATCH CALL {spin_unlock_bh($1)} || MATCH CALL {spin_unlock_irqrestore($1, ...)}
    || MATCH CALL {raw_spin_unlock($1)} || MATCH CALL {raw_spin_unlock_irq($1)}
    || MATCH CALL {raw_spin_unlock_bh($1)} || MATCH CALL {raw_spin_unlock_irqrestore($1, ...)}
    || MATCH CALL {write_unlock($1)} || MATCH CALL {write_unlock_irq($1)}
    || MATCH CALL {write_unlock_bh($1)} || MATCH CALL {write_unlock_irqrestore($1, ...)}
    || MATCH CALL {mutex_unlock($1)} || MATCH CALL {up_write($1)} || MATCH CALL {unlock($1)}
    || (MATCH CALL {_raw_spin_unlock($1, ...)} && !CHECK(location, "functionName==spin_unlock"))
    || (MATCH CALL {_raw_spin_unlock_irq($1, ...)} && !CHECK(location, "functionName==spin_unlock_irq"))
    || (MATCH CALL {_raw_spin_unlock_bh($1, ...)} && !CHECK(location, "functionName==spin_unlock_bh"))
    || (MATCH CALL {_raw_spin_unlock_irqrestore($1, ...)} && !CHECK(location, "functionName==spin_unlock_irqrestore"))
    || (MATCH CALL {_raw_write_unlock($1, ...)} && !CHECK(location, "functionName==write_unlock"))
    || (MATCH CALL {_raw_write_unlock_irq($1, ...)} && !CHECK(location, "functionName==write_unlock_irq"))
    || (MATCH CALL {_raw_write_unlock_bh($1, ...)} && !CHECK(location, "functionName==write_unlock_bh"))
    || (MATCH CALL {_raw_write_unlock_irqrestore($1, ...)} && !CHECK(location, "functionName==write_unlock_irqrestore"))
    -> DO held[$1] = false GOTO Init;

  MATCH CALL {lock()} && taken == 1 -> ERROR("the lock is taken twice");
  MATCH CALL {lock()} -> DO taken = 1 GOTO Init;
  MATCH CALL {unlock()} && taken == 0 -> ERROR("the lock is released, but not held");
  MATCH CALL {unlock()} -> DO taken = 0 GOTO Init;

  MATCH EXIT && taken == 1 -> ERROR("the lock is held at the end of the program");
  MATCH EXIT -> ASSUME {!$$held.empty} ERROR("a lock is held at the end of the program");

END AUTOMATON
