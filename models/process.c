// The end of the process, its environment, and signals.
//
// exit runs the handlers in reverse order of registration, then the process ends
// (streams have nothing to flush here). More than 32 handlers of a kind may be too
// many, more than 64 are unsupported. getenv gives null or any string that Linux
// lets a process begin with, the same for the same name until the environment is
// changed (for the last 16 names). system may return anything. Signals are in
// signal.c, processes are not modelled.

void __concord_havoc();
void __concord_unsupported(const char *what);
_Noreturn void __concord_exit(int status);
_Noreturn void __concord_abort(void);
int *__errno_location(void);

enum { sure_handlers = 32, most_handlers = 64 };

// A handler of atexit or on_exit.
struct handler {
    void (*plain)(void);
    void (*informed)(int, void *);
    void *argument;
};

static struct handler exit_handlers[most_handlers];
static int exit_handler_count;

// Only to be mentioned: when main returns, exit is called if the program has it.
_Noreturn void exit(int status);
static void (*end_of_main)(int);
static void (*quick_handlers[most_handlers])(void);
static int quick_handler_count;

static int maybe(void) {
    unsigned char choice;
    return choice & 1;
}

// Is there no room for one more handler? C promises that there is for 32.
static int too_many(int count) {
    if (count < sure_handlers)
        return 0;
    if (count == most_handlers)
        __concord_unsupported("more than 64 handlers for the end of the process");
    return maybe();
}

int atexit(void (*handler)(void)) {
    if (too_many(exit_handler_count))
        return -1;
    end_of_main = exit;
    exit_handlers[exit_handler_count].plain = handler;
    exit_handler_count++;
    return 0;
}

int on_exit(void (*handler)(int, void *), void *argument) {
    if (too_many(exit_handler_count))
        return -1;
    end_of_main = exit;
    exit_handlers[exit_handler_count].plain = 0;
    exit_handlers[exit_handler_count].informed = handler;
    exit_handlers[exit_handler_count].argument = argument;
    exit_handler_count++;
    return 0;
}

int at_quick_exit(void (*handler)(void)) {
    if (too_many(quick_handler_count))
        return -1;
    quick_handlers[quick_handler_count] = handler;
    quick_handler_count++;
    return 0;
}

_Noreturn void exit(int status) {
    // Taken off before it runs: a handler may register others, or call exit.
    while (exit_handler_count > 0) {
        exit_handler_count--;
        struct handler h = exit_handlers[exit_handler_count];
        if (h.plain)
            h.plain();
        else
            h.informed(status, h.argument);
    }
    __concord_exit(status);
}

_Noreturn void quick_exit(int status) {
    while (quick_handler_count > 0) {
        quick_handler_count--;
        quick_handlers[quick_handler_count]();
    }
    __concord_exit(status);
}

_Noreturn void _exit(int status) {
    __concord_exit(status);
}

_Noreturn void _Exit(int status) {
    __concord_exit(status);
}

_Noreturn void abort(void) {
    __concord_abort();
}

_Noreturn void __stack_chk_fail(void) {
    __concord_abort();
}

_Noreturn void __chk_fail(void) {
    __concord_abort();
}

// What getenv has told already: a variable keeps its value until one is set. Name,
// value, and what is between and behind have 128 KiB at most (MAX_ARG_STRLEN).
enum { most_variables = 16, longest_name = 31, longest_value = 131072 - 1 };

struct variable {
    char name[longest_name + 1];
    int present;
    char value[longest_value + 1];
};

static struct variable variables[most_variables];
static int variables_known, next_variable;

static int same(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

char *getenv(const char *name) {
    for (int i = 0; i < variables_known; i++)
        if (same(variables[i].name, name))
            return variables[i].present ? variables[i].value : 0;
    struct variable *v = &variables[next_variable];
    next_variable = (next_variable + 1) % most_variables;
    if (variables_known < most_variables)
        variables_known++;
    int length = 0;
    while (length < longest_name && name[length]) {
        v->name[length] = name[length];
        length++;
    }
    // A longer name is not remembered, and no name is empty.
    v->name[name[length] ? 0 : length] = 0;
    v->present = maybe();
    if (!v->present)
        return 0;
    __concord_havoc(&v->value);
    v->value[longest_value] = 0;
    return v->value;
}

char *secure_getenv(const char *name) {
    return getenv(name);
}

char *__secure_getenv(const char *name) {
    return getenv(name);
}

// Changes the environment: zero, or -1 and a reason.
static int change(void) {
    for (int i = 0; i < variables_known; i++)
        variables[i].name[0] = 0; // forgotten
    if (!maybe())
        return 0;
    int reason;
    *__errno_location() = reason > 0 && reason < 134 ? reason : 12; // ENOMEM
    return -1;
}

// Looks at a text that the environment is to hold.
static void read_text(const char *text) {
    unsigned long length = 0;
    while (text[length])
        length++;
    if (length > longest_value)
        __concord_unsupported("a variable of the environment of more than 128 KiB");
}

int setenv(const char *name, const char *value, int overwrite) {
    (void)overwrite;
    while (*name)
        name++;
    read_text(value);
    return change();
}

int unsetenv(const char *name) {
    while (*name)
        name++;
    return change();
}

int putenv(char *assignment) {
    read_text(assignment);
    return change();
}

int clearenv(void) {
    return change();
}

int system(const char *command) {
    int status;
    while (command && *command)
        command++;
    return status;
}
