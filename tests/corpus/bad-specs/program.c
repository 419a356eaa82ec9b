// What the specifications of this folder are held against.
extern int f(int);

int main(void)
{
    int x = f(1);
    return x;
}
