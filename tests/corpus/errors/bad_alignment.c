// Alignments that are no power of two or too small.
// expect: reject
_Alignas(3) int a;  //~ error: power of
_Alignas(1) int b;  //~ error: align
_Alignas(8) int ok;
