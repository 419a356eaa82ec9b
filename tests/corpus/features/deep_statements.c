// Nested ifs, loops and conditionals go 300 deep.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    int n = 0, d = 0;
if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) { if (d == n)
    while (d == n && n == 0) for (;;) { if (d == n) while (d == n && n == 0) for (;;) {
    { d = 7; n = 8; }
    break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; } break; }
    check(d == 7 && n == 8);
    int c = n == 0 ? 0 : n == 1 ? 2 : n == 2 ? 4 : n == 3 ? 6 : n == 4 ? 8 :
        n == 5 ? 10 : n == 6 ? 12 : n == 7 ? 14 : n == 8 ? 16 : n == 9 ? 18 :
        n == 10 ? 20 : n == 11 ? 22 : n == 12 ? 24 : n == 13 ? 26 : n == 14 ? 28 :
        n == 15 ? 30 : n == 16 ? 32 : n == 17 ? 34 : n == 18 ? 36 : n == 19 ? 38 :
        n == 20 ? 40 : n == 21 ? 42 : n == 22 ? 44 : n == 23 ? 46 : n == 24 ? 48 :
        n == 25 ? 50 : n == 26 ? 52 : n == 27 ? 54 : n == 28 ? 56 : n == 29 ? 58 :
        n == 30 ? 60 : n == 31 ? 62 : n == 32 ? 64 : n == 33 ? 66 : n == 34 ? 68 :
        n == 35 ? 70 : n == 36 ? 72 : n == 37 ? 74 : n == 38 ? 76 : n == 39 ? 78 :
        n == 40 ? 80 : n == 41 ? 82 : n == 42 ? 84 : n == 43 ? 86 : n == 44 ? 88 :
        n == 45 ? 90 : n == 46 ? 92 : n == 47 ? 94 : n == 48 ? 96 : n == 49 ? 98 :
        n == 50 ? 100 : n == 51 ? 102 : n == 52 ? 104 : n == 53 ? 106 : n == 54 ? 108 :
        n == 55 ? 110 : n == 56 ? 112 : n == 57 ? 114 : n == 58 ? 116 : n == 59 ? 118 :
        n == 60 ? 120 : n == 61 ? 122 : n == 62 ? 124 : n == 63 ? 126 : n == 64 ? 128 :
        n == 65 ? 130 : n == 66 ? 132 : n == 67 ? 134 : n == 68 ? 136 : n == 69 ? 138 :
        n == 70 ? 140 : n == 71 ? 142 : n == 72 ? 144 : n == 73 ? 146 : n == 74 ? 148 :
        n == 75 ? 150 : n == 76 ? 152 : n == 77 ? 154 : n == 78 ? 156 : n == 79 ? 158 :
        n == 80 ? 160 : n == 81 ? 162 : n == 82 ? 164 : n == 83 ? 166 : n == 84 ? 168 :
        n == 85 ? 170 : n == 86 ? 172 : n == 87 ? 174 : n == 88 ? 176 : n == 89 ? 178 :
        n == 90 ? 180 : n == 91 ? 182 : n == 92 ? 184 : n == 93 ? 186 : n == 94 ? 188 :
        n == 95 ? 190 : n == 96 ? 192 : n == 97 ? 194 : n == 98 ? 196 : n == 99 ? 198 :
        n == 100 ? 200 : n == 101 ? 202 : n == 102 ? 204 : n == 103 ? 206 : n == 104 ? 208 :
        n == 105 ? 210 : n == 106 ? 212 : n == 107 ? 214 : n == 108 ? 216 : n == 109 ? 218 :
        n == 110 ? 220 : n == 111 ? 222 : n == 112 ? 224 : n == 113 ? 226 : n == 114 ? 228 :
        n == 115 ? 230 : n == 116 ? 232 : n == 117 ? 234 : n == 118 ? 236 : n == 119 ? 238 :
        n == 120 ? 240 : n == 121 ? 242 : n == 122 ? 244 : n == 123 ? 246 : n == 124 ? 248 :
        n == 125 ? 250 : n == 126 ? 252 : n == 127 ? 254 : n == 128 ? 256 : n == 129 ? 258 :
        n == 130 ? 260 : n == 131 ? 262 : n == 132 ? 264 : n == 133 ? 266 : n == 134 ? 268 :
        n == 135 ? 270 : n == 136 ? 272 : n == 137 ? 274 : n == 138 ? 276 : n == 139 ? 278 :
        n == 140 ? 280 : n == 141 ? 282 : n == 142 ? 284 : n == 143 ? 286 : n == 144 ? 288 :
        n == 145 ? 290 : n == 146 ? 292 : n == 147 ? 294 : n == 148 ? 296 : n == 149 ? 298 :
        n == 150 ? 300 : n == 151 ? 302 : n == 152 ? 304 : n == 153 ? 306 : n == 154 ? 308 :
        n == 155 ? 310 : n == 156 ? 312 : n == 157 ? 314 : n == 158 ? 316 : n == 159 ? 318 :
        n == 160 ? 320 : n == 161 ? 322 : n == 162 ? 324 : n == 163 ? 326 : n == 164 ? 328 :
        n == 165 ? 330 : n == 166 ? 332 : n == 167 ? 334 : n == 168 ? 336 : n == 169 ? 338 :
        n == 170 ? 340 : n == 171 ? 342 : n == 172 ? 344 : n == 173 ? 346 : n == 174 ? 348 :
        n == 175 ? 350 : n == 176 ? 352 : n == 177 ? 354 : n == 178 ? 356 : n == 179 ? 358 :
        n == 180 ? 360 : n == 181 ? 362 : n == 182 ? 364 : n == 183 ? 366 : n == 184 ? 368 :
        n == 185 ? 370 : n == 186 ? 372 : n == 187 ? 374 : n == 188 ? 376 : n == 189 ? 378 :
        n == 190 ? 380 : n == 191 ? 382 : n == 192 ? 384 : n == 193 ? 386 : n == 194 ? 388 :
        n == 195 ? 390 : n == 196 ? 392 : n == 197 ? 394 : n == 198 ? 396 : n == 199 ? 398 :
        n == 200 ? 400 : n == 201 ? 402 : n == 202 ? 404 : n == 203 ? 406 : n == 204 ? 408 :
        n == 205 ? 410 : n == 206 ? 412 : n == 207 ? 414 : n == 208 ? 416 : n == 209 ? 418 :
        n == 210 ? 420 : n == 211 ? 422 : n == 212 ? 424 : n == 213 ? 426 : n == 214 ? 428 :
        n == 215 ? 430 : n == 216 ? 432 : n == 217 ? 434 : n == 218 ? 436 : n == 219 ? 438 :
        n == 220 ? 440 : n == 221 ? 442 : n == 222 ? 444 : n == 223 ? 446 : n == 224 ? 448 :
        n == 225 ? 450 : n == 226 ? 452 : n == 227 ? 454 : n == 228 ? 456 : n == 229 ? 458 :
        n == 230 ? 460 : n == 231 ? 462 : n == 232 ? 464 : n == 233 ? 466 : n == 234 ? 468 :
        n == 235 ? 470 : n == 236 ? 472 : n == 237 ? 474 : n == 238 ? 476 : n == 239 ? 478 :
        n == 240 ? 480 : n == 241 ? 482 : n == 242 ? 484 : n == 243 ? 486 : n == 244 ? 488 :
        n == 245 ? 490 : n == 246 ? 492 : n == 247 ? 494 : n == 248 ? 496 : n == 249 ? 498 :
        n == 250 ? 500 : n == 251 ? 502 : n == 252 ? 504 : n == 253 ? 506 : n == 254 ? 508 :
        n == 255 ? 510 : n == 256 ? 512 : n == 257 ? 514 : n == 258 ? 516 : n == 259 ? 518 :
        n == 260 ? 520 : n == 261 ? 522 : n == 262 ? 524 : n == 263 ? 526 : n == 264 ? 528 :
        n == 265 ? 530 : n == 266 ? 532 : n == 267 ? 534 : n == 268 ? 536 : n == 269 ? 538 :
        n == 270 ? 540 : n == 271 ? 542 : n == 272 ? 544 : n == 273 ? 546 : n == 274 ? 548 :
        n == 275 ? 550 : n == 276 ? 552 : n == 277 ? 554 : n == 278 ? 556 : n == 279 ? 558 :
        n == 280 ? 560 : n == 281 ? 562 : n == 282 ? 564 : n == 283 ? 566 : n == 284 ? 568 :
        n == 285 ? 570 : n == 286 ? 572 : n == 287 ? 574 : n == 288 ? 576 : n == 289 ? 578 :
        n == 290 ? 580 : n == 291 ? 582 : n == 292 ? 584 : n == 293 ? 586 : n == 294 ? 588 :
        n == 295 ? 590 : n == 296 ? 592 : n == 297 ? 594 : n == 298 ? 596 : n == 299 ? 598 :
        -1;
    check(c == 16);
    return 0;
}
