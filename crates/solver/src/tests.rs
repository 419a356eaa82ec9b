//! What the constructors promise about the form of terms.

use super::*;

fn setup() -> (Terms, Term, Term) {
    let mut t = Terms::new();
    let x = t.symbol("x", Sort::Bits(32));
    let y = t.symbol("y", Sort::Bits(32));
    (t, x, y)
}

#[test]
fn sums_have_one_form() {
    let (mut t, x, y) = setup();
    let (four, eight) = (t.bits(4, 32), t.bits(8, 32));
    let sum = t.add(x, y);
    assert_eq!(t.sub(sum, x), y);
    assert_eq!(t.add(y, x), sum);
    let once = t.add(x, four);
    let twice = t.add(once, four);
    assert_eq!(twice, t.add(x, eight));
    // base + 4*i + 8 - base
    let scaled = t.mul(y, four);
    let address = t.add(x, scaled);
    let address = t.add(address, eight);
    let offset = t.sub(address, x);
    assert_eq!(offset, t.add(scaled, eight));
    // ~x + 1 is -x.
    let inverted = t.complement(x);
    let one = t.bits(1, 32);
    assert_eq!(t.add(inverted, one), t.neg(x));
    let minus = t.neg(x);
    assert_eq!(t.sub(minus, one), inverted);
}

#[test]
fn long_sums_are_bounded() {
    let mut t = Terms::new();
    let mut sum = t.bits(0, 32);
    for _ in 0..100_000 {
        let x = t.symbol("x", Sort::Bits(32));
        sum = t.add(sum, x);
    }
    let other = t.neg(sum);
    let zero = t.bits(0, 32);
    let positive = t.slt(zero, sum);
    t.eq(sum, other);
    assert_eq!(t.symbols(positive).len(), 100_000);
    assert_eq!(t.sub(sum, sum), zero);
}

#[test]
fn equations_are_solved() {
    let (mut t, x, y) = setup();
    let (three, seven, ten) = (t.bits(3, 32), t.bits(7, 32), t.bits(10, 32));
    let sum = t.add(x, three);
    assert_eq!(t.eq(sum, ten), t.eq(x, seven));
    let other = t.add(y, three);
    assert_eq!(t.eq(sum, other), t.eq(y, x));
    let c = t.eq(x, y);
    let (one, zero) = (t.bits(1, 32), t.bits(0, 32));
    let number = t.ite(c, one, zero);
    assert_eq!(t.ne(number, zero), c);
    assert_eq!(t.eq(number, zero), t.not(c));
    assert_eq!(t.eq(number, seven), t.bool(false));
    let four = t.bits(4, 32);
    let (scaled, scaled_y) = (t.mul(x, four), t.mul(y, four));
    assert_eq!(t.eq(scaled, seven), t.bool(false));
    let odd = t.add(scaled_y, three);
    assert_eq!(t.eq(scaled, odd), t.bool(false));
}

#[test]
fn words_survive_their_bytes() {
    let (mut t, x, y) = setup();
    let one = t.bits(1, 32);
    let mask = t.bits(0xff00, 32);
    let byte = t.extract(y, 0, 8);
    let choice = t.ult(x, y);
    let words = [
        x,
        t.add(x, one),
        t.bit_and(x, mask),
        t.bit_or(x, mask),
        t.sign_extend(byte, 32),
        t.zero_extend(byte, 32),
        t.ite(choice, one, mask),
        t.ite(choice, x, one),
    ];
    for word in words {
        let bytes: Vec<_> = (0..4).map(|i| t.extract(word, 8 * i, 8)).collect();
        let up = bytes[1..].iter().fold(bytes[0], |low, &b| t.concat(b, low));
        let down = bytes[..3]
            .iter()
            .rev()
            .fold(bytes[3], |high, &b| t.concat(high, b));
        assert_eq!(up, word);
        assert_eq!(down, word);
        // A lone byte shifted is a product.
        if word == words[2] {
            continue;
        }
        // b0 | b1 << 8 | b2 << 16 | b3 << 24
        let mut parts = t.bits(0, 32);
        for (i, &b) in bytes.iter().enumerate() {
            let wide = t.zero_extend(b, 32);
            let by = t.bits(8 * i as u128, 32);
            let shifted = t.shl(wide, by);
            parts = t.bit_or(parts, shifted);
        }
        assert_eq!(parts, word, "{} {}", t.show(parts), t.show(word));
    }
}

#[test]
fn objects_are_apart() {
    let mut t = Terms::new();
    let (a, b) = (t.base(Some(8), 8, 64), t.base(Some(4), 4, 64));
    let null = t.bits(0, 64);
    let four = t.bits(4, 64);
    let eight = t.bits(8, 64);
    let sixteen = t.bits(16, 64);
    let (a4, a8, a16) = (t.add(a, four), t.add(a, eight), t.add(a, sixteen));
    let no = t.bool(false);
    for (x, y) in [(a, b), (a4, b), (a, null), (a8, null), (a4, a)] {
        assert_eq!(t.eq(x, y), no, "{x:?} {y:?}");
    }
    for (x, y) in [(a8, b), (a16, null), (a16, b)] {
        let equal = t.eq(x, y);
        assert!(!t.is_constant(equal), "{x:?} {y:?}");
    }
    assert_eq!(t.ult(a, a8), t.bool(true));
    assert_eq!(t.ule(a8, a4), no);
    assert_eq!(t.ult(null, a), t.bool(true));
    // Aligned: the low bits are zero.
    assert_eq!(t.extract(a4, 0, 2), t.bits(0, 2));
    let i = t.symbol("i", Sort::Bits(64));
    let scaled = t.mul(i, four);
    let pointer = t.add(scaled, a4);
    let rest = t.add(scaled, four);
    assert_eq!(t.split_pointer(pointer, |_| false), Some((a, rest)));
    let difference = t.sub(a, b);
    assert_eq!(t.split_pointer(difference, |_| false).map(|p| p.0), Some(a));
    let both = t.add(a, b);
    assert_eq!(t.split_pointer(both, |_| false), None);
}

#[test]
fn narrow_comparisons() {
    let mut t = Terms::new();
    let c = t.symbol("c", Sort::Bits(8));
    let wide = t.sign_extend(c, 32);
    let (big, small) = (t.bits(300, 32), t.bits(5, 32));
    let five = t.bits(5, 8);
    assert_eq!(t.slt(wide, big), t.bool(true));
    assert_eq!(t.slt(wide, small), t.slt(c, five));
    let wide = t.zero_extend(c, 32);
    let minus = t.bits(u128::MAX, 32);
    assert_eq!(t.slt(wide, minus), t.bool(false));
    assert_eq!(t.slt(wide, small), t.ult(c, five));
    assert_eq!(t.eq(wide, small), t.eq(c, five));
    // (char)(c + 1) == c + 1
    let one = t.bits(1, 32);
    let sum = t.add(wide, one);
    let one = t.bits(1, 8);
    assert_eq!(t.extract(sum, 0, 8), t.add(c, one));
    let ten = t.bits(10, 32);
    let rest = t.urem(wide, ten);
    assert_eq!(t.ult(rest, ten), t.bool(true));
}

#[test]
fn arrays_forget_other_indices() {
    let mut t = Terms::new();
    let sort = Sort::Array {
        index: 32,
        element: 8,
    };
    let array = t.symbol("array", sort);
    let i = t.symbol("i", Sort::Bits(32));
    let (zero, one) = (t.bits(0, 32), t.bits(1, 32));
    let (v, w) = (t.bits(7, 8), t.bits(8, 8));
    let next = t.add(i, one);
    let stored = t.store(array, i, v);
    let both = t.store(stored, next, w);
    assert_eq!(t.select(both, i), v);
    assert_eq!(t.select(both, next), w);
    let unknown = t.select(both, zero);
    assert!(!t.is_constant(unknown));
    let read = t.select(array, i);
    assert_eq!(t.store(array, i, read), array);
    let filled = t.const_array(v, 32);
    assert_eq!(t.select(filled, next), v);
}
