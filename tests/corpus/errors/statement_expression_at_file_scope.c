// Statement expressions exist only inside functions.
// expect: reject
int x = ({ 1; });  //~ error: function
int f(void) { return ({ 2; }); }
