// Signal handlers: signal, sigaction, raise.
//
// A handler is recorded and runs only at raise; that no signal comes from outside
// is an assumption. By default SIGABRT aborts, and other signals end the process
// with 128 plus their number, but for those that are ignored. Sets of signals and
// the process's mask are in signal_set.c. Unsupported are raise of a signal that the
// mask holds back, and handlers of SIGABRT, which abort and failing assertions would run.

_Noreturn void __concord_exit(int status);
_Noreturn void __concord_abort(void);
int *__errno_location(void);
void __concord_unsupported(const char *what);
int __concord_is_blocked(int number);

// Their numbers are those of Linux on x86.
enum { signal_count = 65, SIGABRT_number = 6, SIGKILL_number = 9, SIGCHLD_number = 17, SIGCONT_number = 18,
       SIGSTOP_number = 19, SIGURG_number = 23, SIGWINCH_number = 28 };

typedef void (*signal_handler)(int);

static signal_handler signal_handlers[signal_count];

static int settable(int number) {
    return number >= 1 && number < signal_count && number != SIGKILL_number && number != SIGSTOP_number;
}

static void handle(int number, signal_handler handler) {
    if (number == SIGABRT_number && handler && handler != (signal_handler)1L)
        __concord_unsupported("a handler of SIGABRT");
    signal_handlers[number] = handler;
}

signal_handler signal(int number, signal_handler handler) {
    if (!settable(number)) {
        *__errno_location() = 22; // EINVAL
        return (signal_handler)-1L;
    }
    signal_handler old = signal_handlers[number];
    handle(number, handler);
    return old;
}

signal_handler bsd_signal(int number, signal_handler handler) {
    return signal(number, handler);
}

signal_handler __sysv_signal(int number, signal_handler handler) {
    return signal(number, handler);
}

// glibc's struct sigaction: the handler, a mask of 1024 bits, flags, a restorer.
struct action {
    signal_handler handler;
    unsigned long mask[1024 / (8 * sizeof(long))];
    int flags;
    void (*restorer)(void);
};

struct sigaction;

int sigaction(int number, const struct sigaction *new_action, struct sigaction *old_action) {
    static struct action actions[signal_count];
    if (number < 1 || number >= signal_count || (new_action && !settable(number))) {
        *__errno_location() = 22;
        return -1;
    }
    struct action old = actions[number];
    old.handler = signal_handlers[number];
    if (new_action) {
        actions[number] = *(const struct action *)new_action;
        handle(number, actions[number].handler);
    }
    if (old_action)
        *(struct action *)old_action = old;
    return 0;
}

int raise(int number) {
    if (number < 1 || number >= signal_count) {
        *__errno_location() = 22;
        return -1;
    }
    if (__concord_is_blocked(number))
        __concord_unsupported("raise of a signal that is held back");
    signal_handler handler = signal_handlers[number];
    if (handler == (signal_handler)1L && settable(number))
        return 0; // SIG_IGN
    if (handler && settable(number)) {
        handler(number);
        return 0;
    }
    // The default action. A stopped process stays so, for what we can see.
    if (number == SIGCHLD_number || number == SIGCONT_number || number == SIGURG_number || number == SIGWINCH_number)
        return 0;
    if (number == SIGABRT_number)
        __concord_abort();
    __concord_exit(128 + number);
}
