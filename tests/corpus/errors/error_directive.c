// The error directive stops with its text.
// expect: reject
int x = 1;
#ifndef SOMETHING
#error something must be defined  //~ error: something must be defined
#endif
