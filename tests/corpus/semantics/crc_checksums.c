// CRC-32, CRC-16, Adler-32 and FNV-1a of "123456789", whose values are well known.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static const unsigned char text[] = "123456789";

static unsigned crc32(const unsigned char *p, int n) {
    static unsigned table[256];
    if (!table[1])
        for (unsigned i = 0; i < 256; i++) {
            unsigned c = i;
            for (int k = 0; k < 8; k++)
                c = c & 1 ? c >> 1 ^ 0xEDB88320u : c >> 1;
            table[i] = c;
        }
    unsigned c = ~0u;
    while (n--)
        c = table[(c ^ *p++) & 255] ^ c >> 8;
    return ~c;
}
static unsigned short crc16(const unsigned char *p, int n) {
    unsigned short c = 0xFFFF;
    while (n--) {
        c ^= *p++ << 8;
        for (int k = 0; k < 8; k++)
            c = c & 0x8000 ? c << 1 ^ 0x1021 : c << 1;
    }
    return c;
}

int main(void) {
    int n = sizeof text - 1;
    check(crc32(text, n) == 0xCBF43926u && crc32(text, 0) == 0 && crc16(text, n) == 0x29B1);
    unsigned a = 1, b = 0, h = 2166136261u;
    unsigned long long w = 14695981039346656037u;
    for (int i = 0; i < n; i++) {
        a = (a + text[i]) % 65521;
        b = (b + a) % 65521;
        h = (h ^ text[i]) * 16777619u;
        w = (w ^ text[i]) * 1099511628211u;
    }
    check((b << 16 | a) == 0x091E01DEu && h == 0xBB86B11Cu && w == 0x06D5573923C6CDFCu);
    return 0;
}
