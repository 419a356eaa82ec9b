// An enum needs an enumerator.
// expect: reject
enum e {};  //~ error: enum
enum ok { A };
