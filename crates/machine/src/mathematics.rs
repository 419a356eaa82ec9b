//! What transcendental functions give. Their models (`models/math_any*.c`) say what the
//! mathematics allow; a run has one result, correct but for the last bit, as a C library has.
//! Of long double nothing is computed: such a run ends as unsupported.

use program::Program;

/// A function of which the machine knows the result.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mathematics {
    One(fn(f64) -> f64),
    Two(fn(f64, f64) -> f64),
    Three(fn(f64, f64, f64) -> f64),
    OneFloat(fn(f32) -> f32),
    TwoFloat(fn(f32, f32) -> f32),
    ThreeFloat(fn(f32, f32, f32) -> f32),
    /// One that is not computed.
    Unknown,
}

impl Mathematics {
    /// The function that a model stands for, by its name.
    pub fn named(program: &Program, name: program::Name) -> Option<Mathematics> {
        let name = &program.names[name];
        ALL.iter().find(|(n, _)| *n == name).map(|(_, f)| *f)
    }

    /// The bits of the result, given those of the arguments.
    pub fn result(self, arguments: &[i128]) -> Option<i128> {
        use Mathematics::*;
        let double = |n: usize| f64::from_bits(arguments.get(n).copied().unwrap_or(0) as u64);
        let float = |n: usize| f32::from_bits(arguments.get(n).copied().unwrap_or(0) as u32);
        let of_double = |value: f64| i128::from(value.to_bits());
        let of_float = |value: f32| i128::from(value.to_bits());
        Some(match self {
            One(f) => of_double(f(double(0))),
            Two(f) => of_double(f(double(0), double(1))),
            Three(f) => of_double(f(double(0), double(1), double(2))),
            OneFloat(f) => of_float(f(float(0))),
            TwoFloat(f) => of_float(f(float(0), float(1))),
            ThreeFloat(f) => of_float(f(float(0), float(1), float(2))),
            Unknown => return None,
        })
    }
}

macro_rules! all {
    ([$($one:ident $one_float:ident $one_long:ident,)*]
     [$($two:ident $two_float:ident $two_long:ident,)*]) => {
        &[
            $((stringify!($one), Mathematics::One(libm::$one)),
              (stringify!($one_float), Mathematics::OneFloat(libm::$one_float)),
              (stringify!($one_long), Mathematics::Unknown),)*
            $((stringify!($two), Mathematics::Two(libm::$two)),
              (stringify!($two_float), Mathematics::TwoFloat(libm::$two_float)),
              (stringify!($two_long), Mathematics::Unknown),)*
            ("fma", Mathematics::Three(libm::fma)),
            ("fmaf", Mathematics::ThreeFloat(libm::fmaf)),
            ("fmal", Mathematics::Unknown),
        ]
    };
}

const ALL: &[(&str, Mathematics)] = all! {
    [
        sin sinf sinl, cos cosf cosl, tan tanf tanl,
        asin asinf asinl, acos acosf acosl, atan atanf atanl,
        sinh sinhf sinhl, cosh coshf coshl, tanh tanhf tanhl,
        asinh asinhf asinhl, acosh acoshf acoshl, atanh atanhf atanhl,
        exp expf expl, exp2 exp2f exp2l, exp10 exp10f exp10l, expm1 expm1f expm1l,
        log logf logl, log2 log2f log2l, log10 log10f log10l, log1p log1pf log1pl,
        cbrt cbrtf cbrtl, erf erff erfl, erfc erfcf erfcl,
        lgamma lgammaf lgammal, tgamma tgammaf tgammal,
    ]
    [
        atan2 atan2f atan2l, hypot hypotf hypotl, pow powf powl,
    ]
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Every model that says only what the mathematics allow has its function here.
    #[test]
    fn all_models_are_known() {
        let models = [
            include_str!("../../../models/math_any.c"),
            include_str!("../../../models/math_any_float.c"),
            include_str!("../../../models/math_any_long.c"),
        ];
        let mut known: Vec<&str> = ALL.iter().map(|(name, _)| *name).collect();
        known.sort_unstable();
        let mut found = Vec::new();
        for line in models.iter().flat_map(|text| text.lines()) {
            let head = line.split_once('(').map(|(head, _)| head);
            let Some((ty, name)) = head.and_then(|h| h.rsplit_once(' ')) else {
                continue;
            };
            if ["double", "float", "long double"].contains(&ty) {
                found.push(name);
            }
        }
        found.sort_unstable();
        assert_eq!(found, known);
    }

    #[test]
    fn results_are_those_of_the_mathematics() {
        let result = |name: &str, arguments: &[f64]| {
            let found = ALL.iter().find(|(n, _)| *n == name).expect("it is known");
            let bits: Vec<i128> = arguments.iter().map(|a| i128::from(a.to_bits())).collect();
            found
                .1
                .result(&bits)
                .map(|bits| f64::from_bits(bits as u64))
        };
        assert_eq!(result("pow", &[2.0, 10.0]), Some(1024.0));
        assert_eq!(result("hypot", &[3.0, 4.0]), Some(5.0));
        assert_eq!(result("fma", &[2.0, 3.0, 1.0]), Some(7.0));
        assert_eq!(result("log2", &[8.0]), Some(3.0));
        assert_eq!(result("sinl", &[1.0]), None);
    }
}
