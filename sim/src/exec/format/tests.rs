//! Formatted texts compared with those of the C library.

use super::*;

/// Arguments in the form in which memory holds them.
struct Given(std::collections::VecDeque<u64>);

impl Arguments for Given {
    fn next(&mut self, bytes: u64) -> Result<u64, String> {
        let value = self.0.pop_front().ok_or("no argument left")?;
        Ok(if bytes == 4 { value & 0xffff_ffff } else { value })
    }

    fn text(&mut self, address: u64) -> Result<Vec<u8>, String> {
        Ok(format!("text at {address}").into_bytes())
    }
}

fn printed(format: &str, arguments: &[u64]) -> String {
    let mut given = Given(arguments.iter().copied().collect());
    let (bytes, _) = super::format(format.as_bytes(), &mut given).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// What the C library writes for integers.
const INTEGERS: &[(&str, i64, &str)] = &[
    ("%lld", -5, "-5"),
    ("%5d|", 42, "   42|"),
    ("%-5d|", 42, "42   |"),
    ("%05d", -42, "-0042"),
    ("%+d", 42, "+42"),
    ("% d", 42, " 42"),
    ("%.3d", 7, "007"),
    ("%5.3d|", -7, " -007|"),
    ("%05.3d|", 7, "  007|"),
    ("%.0d|", 0, "|"),
    ("%x", 255, "ff"),
    ("%#x", 255, "0xff"),
    ("%#X", 255, "0XFF"),
    ("%#x", 0, "0"),
    ("%#08x", 255, "0x0000ff"),
    ("%o", 8, "10"),
    ("%#o", 8, "010"),
    ("%#o", 0, "0"),
    ("%#.0o", 0, "0"),
    ("%u", -1, "4294967295"),
    ("%hhd", 300, "44"),
    ("%hhu", -1, "255"),
    ("%hd", 70000, "4464"),
    ("%hx", -1, "ffff"),
    ("%llx", -1, "ffffffffffffffff"),
    ("%lu", -1, "18446744073709551615"),
    ("%i", -2147483648, "-2147483648"),
    ("%c", 65, "A"),
    ("%3c|", 65, "  A|"),
    ("%-3c|", 65, "A  |"),
    ("%.5x", 255, "000ff"),
    ("%10.4x|", -1, "  ffffffff|"),
];

/// What the C library writes for floats.
const FLOATS: &[(&str, f64, &str)] = &[
    ("%f", 3.25, "3.250000"),
    ("%.2f", 2.5, "2.50"),
    ("%.0f", 2.5, "2"),
    ("%.0f", 3.5, "4"),
    ("%#.0f", 3.0, "3."),
    ("%10.3f", -1.0005, "    -1.000"),
    ("%-10.1f|", 9.96, "10.0      |"),
    ("%+f", 0.0, "+0.000000"),
    ("% f", 1.5, " 1.500000"),
    ("%010.2f", -3.24951, "-000003.25"),
    ("%e", 12345.678, "1.234568e+04"),
    ("%.0e", 15000.0, "2e+04"),
    ("%#.0e", 15000.0, "2.e+04"),
    ("%E", 1e-300, "1.000000E-300"),
    ("%.3e", 9.9996, "1.000e+01"),
    ("%g", 0.0001, "0.0001"),
    ("%g", 0.00001, "1e-05"),
    ("%g", 123456.0, "123456"),
    ("%g", 1234567.0, "1.23457e+06"),
    ("%g", 100.0, "100"),
    ("%#g", 100.0, "100.000"),
    ("%.3g", 0.00012345, "0.000123"),
    ("%.0g", 123.0, "1e+02"),
    ("%G", 1e-10, "1E-10"),
    ("%g", 0.0, "0"),
    ("%g", -0.0, "-0"),
    ("%5.1f|", 1e9, "1000000000.0|"),
    ("%f", 1e22, "10000000000000000000000.000000"),
    ("%a", 1.0, "0x1p+0"),
    ("%a", 0.1, "0x1.999999999999ap-4"),
    ("%a", 0.0, "0x0p+0"),
    ("%.2a", 1.999, "0x2.00p+0"),
    ("%.0a", 1.5, "0x2p+0"),
    ("%.0a", 2.5, "0x1p+1"),
    ("%A", 255.5, "0X1.FFP+7"),
    ("%.15a", 1.0, "0x1.000000000000000p+0"),
    ("%f", f64::INFINITY, "inf"),
    ("%F", f64::NEG_INFINITY, "-INF"),
    ("%08f", f64::INFINITY, "     inf"),
    ("%e", f64::NAN, "nan"),
    ("%.3a", 1.99999, "0x2.000p+0"),
    ("%g", 1e100, "1e+100"),
    ("%.10g", 0.1, "0.1"),
    ("%a", 5e-324, "0x0.0000000000001p-1022"),
];

#[test]
fn integers_are_written_as_in_c() {
    for &(format, value, expected) in INTEGERS {
        assert_eq!(printed(format, &[value as u64]), expected, "{format} of {value}");
    }
}

#[test]
fn floats_are_written_as_in_c() {
    for &(format, value, expected) in FLOATS {
        assert_eq!(printed(format, &[value.to_bits()]), expected, "{format} of {value:e}");
    }
}

#[test]
fn widths_and_precisions_may_be_arguments() {
    assert_eq!(printed("%*d|", &[5, 42]), "   42|");
    assert_eq!(printed("%*d|", &[(-5_i64) as u64, 42]), "42   |");
    assert_eq!(
        printed("%.*f|%-*.*f|", &[1, 2.25_f64.to_bits(), 6, 0, 7.0_f64.to_bits()]),
        "2.2|7     |"
    );
    assert!(bounded(1 << 40).unwrap_err().contains("at most 65536"));
}

#[test]
fn texts_and_pointers_are_written() {
    assert_eq!(printed("%s|%.4s|%10s|", &[7, 8, 9]), "text at 7|text| text at 9|");
    assert_eq!(printed("%s %p %p", &[0, 0, 0xbeef]), "(null) (nil) 0xbeef");
    assert_eq!(printed("100%% %d", &[1]), "100% 1");
}

#[test]
fn what_is_no_conversion_is_written_as_it_stands() {
    assert_eq!(printed("%k %", &[]), "%k %");
    let format = "%d ".repeat(33);
    let found = printed(&format, &[1; 33]);
    assert_eq!(found, "1 ".repeat(32) + "%d ", "32 arguments at most");
}
