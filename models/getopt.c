// getopt as GNU's: arguments that are no options go behind those that are, unless the letters
// begin with `+`, or with `-`, which returns them as options 1. The variable POSIXLY_CORRECT is
// taken to be unset. Complaints go nowhere. `W;`, which asks for long options, is unsupported.

char *strchr(const char *string, int c);
void __concord_unsupported(const char *what);

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

// What is left of an argument with several letters.
static char *letters;

// The letter of the last mistake.
static int mistaken;

// Arguments that were passed over, since they are no options.
static int others, others_end;

static int is_option(const char *argument) {
    return argument[0] == '-' && argument[1];
}

// What was read since goes before the arguments that were passed over.
static void move_others(char **arguments) {
    for (int from = others_end; from < optind; from++, others++) {
        char *moved = arguments[from];
        for (int at = from; at > others; at--)
            arguments[at] = arguments[at - 1];
        arguments[others] = moved;
    }
    others_end = optind;
}

// The next argument that is an option; 0 if there is none.
static char *next_option(int count, char **arguments, char order) {
    if (others != others_end)
        move_others(arguments);
    else
        others = others_end = optind;
    if (order != '+' && order != '-')
        while (optind < count && !is_option(arguments[optind]))
            others_end = ++optind;
    if (optind < count && is_option(arguments[optind]) && arguments[optind][1] == '-' && !arguments[optind][2]) {
        optind++;
        if (others != others_end)
            move_others(arguments);
        else
            others = optind;
        others_end = optind = count;
    }
    if (optind < count)
        return arguments[optind];
    if (others != others_end)
        optind = others;
    return 0;
}

static int option(int count, char **arguments, const char *wanted) {
    char order = *wanted;
    if (order == '+' || order == '-')
        wanted++;
    int missing = *wanted == ':' ? ':' : '?';
    optarg = 0;
    if (optind == 0) {
        optind = 1;
        letters = 0;
        others = others_end = 1;
    }
    if (!letters || !*letters) {
        char *next = next_option(count, arguments, order);
        if (!next)
            return -1;
        if (!is_option(next)) {
            if (order == '+')
                return -1;
            optarg = next;
            optind++;
            return 1;
        }
        letters = next + 1;
    }
    char letter = *letters++;
    const char *found = strchr(wanted, letter);
    if (!*letters)
        optind++;
    if (!found || letter == ':' || letter == ';') {
        mistaken = letter;
        return '?';
    }
    if (letter == 'W' && found[1] == ';')
        __concord_unsupported("getopt with long options");
    if (found[1] != ':')
        return letter;
    if (*letters) {
        optarg = letters;
        optind++;
    } else if (found[2] != ':') {
        if (optind < count) {
            optarg = arguments[optind++];
        } else {
            mistaken = letter;
            letter = missing;
        }
    }
    letters = 0;
    return letter;
}

int getopt(int count, char *const *arguments, const char *wanted) {
    int result = option(count, (char **)arguments, wanted);
    optopt = mistaken;
    return result;
}
