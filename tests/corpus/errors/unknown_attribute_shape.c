// Attributes need two pairs of parentheses.
// expect: reject
int a __attribute__((aligned(8)));
int b __attribute__(aligned(8));  //~ error: expected
