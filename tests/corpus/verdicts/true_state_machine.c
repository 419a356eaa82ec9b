// A protocol driven by inputs for ever.
// expect: true
// property: assert
// data-model: both
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum state { CLOSED, OPENING, OPEN, CLOSING };

int main(void) {
    enum state state = CLOSED;
    int handles = 0;
    for (;;) {
        int event = __VERIFIER_nondet_int();
        switch (state) {
        case CLOSED:
            if (event == 1)
                state = OPENING;
            break;
        case OPENING:
            handles++;
            state = OPEN;
            break;
        case OPEN:
            assert(handles == 1);
            if (event == 2)
                state = CLOSING;
            break;
        case CLOSING:
            handles--;
            assert(handles == 0);
            state = CLOSED;
            break;
        }
    }
}
