//! Packets like those of a network under attack, and rules like those of an intrusion detector.
//!
//! A packet is an IPv4 header and a TCP header of 20 bytes each (without checksums), and lines of text. The text
//! belongs to the service of the packet's port and is cut off at 88 bytes. The rules use the same words as the
//! lines, so that some match. A stream's group is its service: a detector searches only the rules of the port.

use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{below, check, choose, Matching, Rule, Stream};

/// Longest text of a packet in bytes.
const MAX_TEXT: usize = 88;
/// Most packets, at 128 bytes each.
const MAX_PACKETS: u32 = 1 << 19;

/// Number of words that rules and lines share.
const WORDS: usize = 48;
/// Number of rules made of each form that has a word in it.
const RULES_OF_A_FORM: usize = 4;

/// The traffic of one port.
struct Service {
    port: u16,
    /// How many of 100 packets go to this port.
    share: usize,
    /// Forms of the rules; `%` denotes a word.
    rules: &'static [&'static str],
    /// Forms of the lines; `%` denotes a word, `#` a random name, `&` a number.
    lines: &'static [&'static str],
}

const SERVICES: [Service; 4] = [
    Service {
        port: 80,
        share: 55,
        rules: &[
            r"GET /%/[a-z0-9_]{2,6}\.(?:cgi|exe|pl)",
            r"GET /%/(?:[a-z0-9]{3,5}[.][a-z]|[a-z_/]{2,4}[?][a-z])",
            r"GET /[a-z]{2,5}/%",
            r"POST /%\?[a-zA-Z0-9=&]{4,8}",
            r"Host: %\.[a-z0-9-]{2,5}\.(?:com|mil|org)",
            r"Cookie: [a-zA-Z0-9]{3,8}=%",
        ],
        lines: &[
            "GET /%/#.html HTTP/1.0\r\n",
            "GET /#/%.gif HTTP/1.0\r\n",
            "GET /%/#.cgi?#=& HTTP/1.0\r\n",
            "POST /%?#=& HTTP/1.0\r\n",
            "Host: %.#.mil\r\n",
            "Host: #.#.com\r\n",
            "Accept: image/gif, */*\r\n",
            "Cookie: #=%\r\n",
        ],
    },
    Service {
        port: 23,
        share: 25,
        rules: &[
            r"login: [a-zA-Z0-9]{3,8}\r\n",
            r"cat /[a-z/]{2,6}/%",
            r"%/[a-zA-Z0-9._-]{1,5}/passwd",
            r"su %",
        ],
        lines: &[
            "login: #\r\n",
            "Password: \r\n",
            "cat /etc/%\r\n",
            "ls -l /%/#\r\n",
            "su %\r\n",
            "cd /#/#/%\r\n",
        ],
    },
    Service {
        port: 25,
        share: 15,
        rules: &[
            r"MAIL FROM:<%@[a-z0-9.-]{3,8}>",
            r"RCPT TO:<[a-z0-9._-]{2,6}@%",
            r"Subject: [ -~]{2,6}%",
        ],
        lines: &[
            "HELO #.%.mil\r\n",
            "MAIL FROM:<%@#.mil>\r\n",
            "RCPT TO:<#@%.mil>\r\n",
            "Subject: # %\r\n",
            "The # of % is at & #.\r\n",
        ],
    },
    Service {
        port: 21,
        share: 5,
        rules: &[r"RETR [a-zA-Z0-9/._-]{2,6}%", r"USER (?:root|%)", r"SITE EXEC"],
        lines: &["USER #\r\n", "PASS #&\r\n", "RETR #/%\r\n", "CWD /%\r\n", "SITE EXEC %\r\n"],
    },
];

/// Generates `count` packets, and the rules of all services.
pub(super) fn generate(count: u32, seed: u64) -> Result<Matching, String> {
    check("packets", count, MAX_PACKETS)?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let words: Vec<String> = (0..WORDS).map(|_| word(&mut rng)).collect();
    let mut rules = Vec::new();
    for (service, group) in SERVICES.iter().zip(0..) {
        for form in service.rules {
            let count = if form.contains('%') { RULES_OF_A_FORM } else { 1 };
            for _ in 0..count {
                rules.push(Rule::parse(
                    &form.replace('%', choose::<String>(&words, &mut rng)),
                    group,
                )?);
            }
        }
    }
    let streams = (0..count).map(|_| packet(&words, &mut rng)).collect();
    Ok(Matching { rules, streams })
}

fn packet(words: &[String], rng: &mut ChaCha8Rng) -> Stream {
    let mut draw = below(100, rng);
    let mut group = 0;
    while draw >= SERVICES[group].share {
        draw -= SERVICES[group].share;
        group += 1;
    }
    let service = &SERVICES[group];
    let mut text = Vec::new();
    for _ in 0..1 + below(4, rng) {
        line(choose::<&str>(service.lines, rng), words, &mut text, rng);
    }
    text.truncate(MAX_TEXT);
    let mut bytes = header(service.port, text.len(), rng);
    bytes.extend(text);
    Stream { bytes, group: group as u32 }
}

fn line(form: &str, words: &[String], text: &mut Vec<u8>, rng: &mut ChaCha8Rng) {
    for byte in form.bytes() {
        match byte {
            b'%' => text.extend(choose(words, rng).bytes()),
            b'#' => text.extend(name(rng)),
            b'&' => text.extend(below(1000, rng).to_string().bytes()),
            other => text.push(other),
        }
    }
}

/// Writes the headers of a packet with `text` bytes of text, from a network inside to a host outside.
fn header(port: u16, text: usize, rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut bytes = vec![0x45, 0];
    bytes.extend((40 + text as u16).to_be_bytes());
    bytes.extend((rng.next_u32() as u16).to_be_bytes());
    bytes.extend([0x40, 0, 64, 6, 0, 0]);
    bytes.extend([172, 16, 112 + below(6, rng) as u8, 1 + below(254, rng) as u8]);
    bytes.extend(rng.next_u32().to_be_bytes());
    bytes.extend((1024 + below(60_000, rng) as u16).to_be_bytes());
    bytes.extend(port.to_be_bytes());
    bytes.extend(rng.next_u64().to_be_bytes());
    bytes.extend([0x50, 0x18, 0x7f, 0xff, 0, 0, 0, 0]);
    bytes
}

/// Draws a word of two or three syllables.
fn word(rng: &mut ChaCha8Rng) -> String {
    let mut word = String::new();
    for _ in 0..2 + below(2, rng) {
        word.push(char::from(*choose(b"bcdfghklmnprstvw", rng)));
        word.push(char::from(*choose(b"aeiou", rng)));
    }
    word
}

/// Draws a name of three to eight letters and digits.
fn name(rng: &mut ChaCha8Rng) -> Vec<u8> {
    let length = 3 + below(6, rng);
    (0..length).map(|_| *choose(b"abcdefghijklmnopqrstuvwxyz0123456789", rng)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_packets_and_rules_of_seed_1_are_pinned() {
        let Matching { rules, streams } = generate(3, 1).unwrap();
        let texts: Vec<_> =
            streams.iter().map(|stream| String::from_utf8_lossy(&stream.bytes[40..])).collect();
        assert_eq!(
            (rules.len(), [0, 40].map(|i| &rules[i].pattern[..]), texts, &streams[0].bytes[..40]),
            (
                58,
                [
                    r"GET /mokuto/[a-z0-9_]{2,6}\.(?:cgi|exe|pl)",
                    "MAIL FROM:<domu@[a-z0-9.-]{3,8}>"
                ],
                vec![
                    "Host: 5tm59l.axvr.com\r\nHost: 3u10.ivw.com\r\nGET /c6j/bebufo.gif HTTP/1.0\r\n".into(),
                    "CWD /wedahe\r\nRETR h8vsfu/hawahu\r\n".into(),
                    "RCPT TO:<xiqvxx@pagefo.mil>\r\nSubject: 9oc8j hufu\r\n".into(),
                ],
                &[
                    69_u8, 0, 0, 113, 237, 227, 64, 0, 64, 6, 0, 0, 172, 16, 112, 157, 205, 242, 202,
                    61, 173, 181, 0, 80, 135, 26, 147, 104, 0, 2, 111, 140, 80, 24, 127, 255, 0, 0, 0, 0
                ] as &[u8]
            )
        );
    }

    #[test]
    fn a_packet_goes_to_the_port_of_its_group_and_says_its_length() {
        let matching = generate(500, 2).unwrap();
        let mut seen = [0; SERVICES.len()];
        for Stream { bytes, group } in &matching.streams {
            let group = *group as usize;
            seen[group] += 1;
            assert_eq!(bytes[22..24], SERVICES[group].port.to_be_bytes());
            assert_eq!(bytes[2..4], (bytes.len() as u16).to_be_bytes());
            assert!((41..=40 + MAX_TEXT).contains(&bytes.len()));
        }
        assert!(seen[0] > seen[1] && seen[1] > seen[2] && seen[2] > seen[3] && seen[3] > 0);
    }

    #[test]
    fn the_shares_are_those_of_a_hundred() {
        assert_eq!(SERVICES.iter().map(|service| service.share).sum::<usize>(), 100);
    }
}
