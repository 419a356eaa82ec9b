int numbers[] = {10, 20, 30};
int count = sizeof numbers / sizeof *numbers;
const char *names[] = {"one", "two", 0};
const char text[] = "hello";
int size_of_numbers(void) { return sizeof numbers + numbers[1] - 20; }
