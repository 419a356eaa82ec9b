// Conditional directives that do not match.
// expect: reject
#endif  //~ error: #endif
#else  //~ error: #else
int x = 1;
#if 1  //~ error: unterminated
int y = 2;
