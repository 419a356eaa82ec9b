// Bit-field widths and enumerators that are no integer constants.
// expect: reject
int n = 3;
struct s { int a : n; };  //~ error: constant
enum e { A = n };  //~ error: constant
enum d { B = 1.5 };  //~ error: constant
