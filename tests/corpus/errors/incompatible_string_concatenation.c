// Strings of different wide encodings do not concatenate.
// expect: reject
int a = sizeof(L"a" u"b");  //~ error: concatenat
int b = sizeof("a" L"b");
