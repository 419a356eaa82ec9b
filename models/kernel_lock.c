// The Linux kernel's locks: spin locks, read-write locks, mutexes, semaphores.
//
// There is one thread, so a lock is taken at once and nothing is counted: rules
// about locks are for specifications, which observe the calls. Trying may fail, and
// interruptible locking may be interrupted (-EINTR). What is a macro or inline in
// kernel headers is here too, for programs that only declare it; irqsave returns
// the flags, as the functions behind the macros do.

static int maybe(void) {
    unsigned char choice;
    return choice & 1;
}

static int interrupted(void) {
    return maybe() ? -4 : 0; // -EINTR
}

// Spin locks, in the names that headers give them.

void spin_lock(void *lock) {
    (void)lock;
}

void spin_unlock(void *lock) {
    (void)lock;
}

void spin_lock_bh(void *lock) {
    (void)lock;
}

void spin_unlock_bh(void *lock) {
    (void)lock;
}

void spin_lock_irq(void *lock) {
    (void)lock;
}

void spin_unlock_irq(void *lock) {
    (void)lock;
}

unsigned long spin_lock_irqsave(void *lock) {
    unsigned long flags;
    (void)lock;
    return flags;
}

void spin_unlock_irqrestore(void *lock, unsigned long flags) {
    (void)lock, (void)flags;
}

int spin_trylock(void *lock) {
    (void)lock;
    return maybe();
}

void _raw_spin_lock(void *lock) {
    (void)lock;
}

void _raw_spin_unlock(void *lock) {
    (void)lock;
}

void _raw_spin_lock_bh(void *lock) {
    (void)lock;
}

void _raw_spin_unlock_bh(void *lock) {
    (void)lock;
}

void _raw_spin_lock_irq(void *lock) {
    (void)lock;
}

void _raw_spin_unlock_irq(void *lock) {
    (void)lock;
}

unsigned long _raw_spin_lock_irqsave(void *lock) {
    unsigned long flags;
    (void)lock;
    return flags;
}

void _raw_spin_unlock_irqrestore(void *lock, unsigned long flags) {
    (void)lock, (void)flags;
}

int _raw_spin_trylock(void *lock) {
    (void)lock;
    return maybe();
}

void read_lock(void *lock) {
    (void)lock;
}

void read_unlock(void *lock) {
    (void)lock;
}

void read_lock_bh(void *lock) {
    (void)lock;
}

void read_unlock_bh(void *lock) {
    (void)lock;
}

void read_lock_irq(void *lock) {
    (void)lock;
}

void read_unlock_irq(void *lock) {
    (void)lock;
}

unsigned long read_lock_irqsave(void *lock) {
    unsigned long flags;
    (void)lock;
    return flags;
}

void read_unlock_irqrestore(void *lock, unsigned long flags) {
    (void)lock, (void)flags;
}

int read_trylock(void *lock) {
    (void)lock;
    return maybe();
}

void write_lock(void *lock) {
    (void)lock;
}

void write_unlock(void *lock) {
    (void)lock;
}

void write_lock_bh(void *lock) {
    (void)lock;
}

void write_unlock_bh(void *lock) {
    (void)lock;
}

void write_lock_irq(void *lock) {
    (void)lock;
}

void write_unlock_irq(void *lock) {
    (void)lock;
}

unsigned long write_lock_irqsave(void *lock) {
    unsigned long flags;
    (void)lock;
    return flags;
}

void write_unlock_irqrestore(void *lock, unsigned long flags) {
    (void)lock, (void)flags;
}

int write_trylock(void *lock) {
    (void)lock;
    return maybe();
}

void _raw_read_lock(void *lock) {
    (void)lock;
}

void _raw_read_unlock(void *lock) {
    (void)lock;
}

void _raw_read_lock_bh(void *lock) {
    (void)lock;
}

void _raw_read_unlock_bh(void *lock) {
    (void)lock;
}

void _raw_read_lock_irq(void *lock) {
    (void)lock;
}

void _raw_read_unlock_irq(void *lock) {
    (void)lock;
}

unsigned long _raw_read_lock_irqsave(void *lock) {
    unsigned long flags;
    (void)lock;
    return flags;
}

void _raw_read_unlock_irqrestore(void *lock, unsigned long flags) {
    (void)lock, (void)flags;
}

int _raw_read_trylock(void *lock) {
    (void)lock;
    return maybe();
}

void _raw_write_lock(void *lock) {
    (void)lock;
}

void _raw_write_unlock(void *lock) {
    (void)lock;
}

void _raw_write_lock_bh(void *lock) {
    (void)lock;
}

void _raw_write_unlock_bh(void *lock) {
    (void)lock;
}

void _raw_write_lock_irq(void *lock) {
    (void)lock;
}

void _raw_write_unlock_irq(void *lock) {
    (void)lock;
}

unsigned long _raw_write_lock_irqsave(void *lock) {
    unsigned long flags;
    (void)lock;
    return flags;
}

void _raw_write_unlock_irqrestore(void *lock, unsigned long flags) {
    (void)lock, (void)flags;
}

int _raw_write_trylock(void *lock) {
    (void)lock;
    return maybe();
}

// Mutexes and semaphores.

void mutex_lock(void *lock) {
    (void)lock;
}

void mutex_unlock(void *lock) {
    (void)lock;
}

void mutex_destroy(void *lock) {
    (void)lock;
}

void down(void *lock) {
    (void)lock;
}

void up(void *lock) {
    (void)lock;
}

void down_read(void *lock) {
    (void)lock;
}

void up_read(void *lock) {
    (void)lock;
}

void down_write(void *lock) {
    (void)lock;
}

void up_write(void *lock) {
    (void)lock;
}

void downgrade_write(void *lock) {
    (void)lock;
}

void mutex_lock_nested(void *lock, unsigned subclass) {
    (void)lock, (void)subclass;
}

int mutex_lock_interruptible(void *lock) {
    (void)lock;
    return interrupted();
}

int mutex_lock_killable(void *lock) {
    (void)lock;
    return interrupted();
}

int down_interruptible(void *lock) {
    (void)lock;
    return interrupted();
}

int down_killable(void *lock) {
    (void)lock;
    return interrupted();
}

int mutex_trylock(void *lock) {
    (void)lock;
    return maybe();
}

int down_read_trylock(void *lock) {
    (void)lock;
    return maybe();
}

int down_write_trylock(void *lock) {
    (void)lock;
    return maybe();
}

// Zero if the semaphore was taken, unlike the other functions that try.
int down_trylock(void *lock) {
    (void)lock;
    return maybe();
}
