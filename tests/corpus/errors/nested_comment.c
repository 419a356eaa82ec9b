// A comment does not nest, so its rest is code.
// expect: reject
/* outer /* inner */ still here */  //~ error: still
int x = 1;
