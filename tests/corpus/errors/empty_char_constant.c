// A character constant needs a character.
// expect: reject
int a = '';  //~ error: empty
int b = 'b';
