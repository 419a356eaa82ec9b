// abort ends the program, too.
// expect: false(session)
// spec: tests/corpus/specs/session.spc
#include <stdlib.h>
extern int failed;
extern void finish(void);

int main(void)
{
    if (failed)
        abort(); //! violated
    finish();
    return 0;
}
