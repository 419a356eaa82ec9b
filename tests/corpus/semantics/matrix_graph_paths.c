// Shortest paths (Floyd and Warshall), reachability and counting of paths.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

enum { N = 5, FAR = 1000000 };
static int d[N][N];
static unsigned reach[N];
static const struct { int from, to, cost; } edges[] = {{0, 1, 4}, {0, 2, 1}, {2, 1, 2}, {1, 3, 5}, {2, 3, 8}, {4, 0, 3}};

int main(void) {
    for (int i = 0; i < N; i++) {
        reach[i] = 1u << i;
        for (int j = 0; j < N; j++)
            d[i][j] = i == j ? 0 : FAR;
    }
    for (unsigned e = 0; e < sizeof edges / sizeof edges[0]; e++) {
        d[edges[e].from][edges[e].to] = edges[e].cost;
        reach[edges[e].from] |= 1u << edges[e].to;
    }
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++) {
            if (reach[i] >> k & 1)
                reach[i] |= reach[k];
            for (int j = 0; j < N; j++)
                if (d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
        }
    check(d[0][1] == 3 && d[0][3] == 8 && d[4][3] == 11 && d[3][0] == FAR && d[1][2] == FAR);
    check(reach[0] == 0xF && reach[4] == 0x1F && reach[3] == 8 && reach[1] == 0xA);
    return 0;
}
