//! The language of links and boundaries, a statement per line.
//!
//! ```text
//! # A comment.
//! stream kmu.disp -> kernel_distributor.disp         valid and payload forward, ready back
//! level  kernel_distributor.kde -> fcfs.kde          every pin of the prefix, in every cycle
//! pulse  fcfs.look -> kernel_distributor.look, other.look                  as a level; high for one cycle
//! pulse  fcfs.tb | dats.tb -> residency.tb            an OR of sources that never speak together
//! meet   fcfs.want | dats.want & residency.room & rr.turn -> residency.grant         an AND of levels, or of ORs
//! tie    rr.mask = ones                               a constant: a number, or all bits set
//! ```
//!
//! `unit.prefix` stands for the pins of an instance whose names are `prefix` or begin with `prefix_`.
//! A pin belongs to the longest prefix that any statement names. Fields of the two ends match by what
//! follows the prefix; the receiver may have fewer of them than the source. In an OR one source at least has each
//! field of the receiver, and one without it adds nothing.
//!
//! A boundary has a line per group, `host: kmu.host, kmu.done`: who is outside, and what is left open.

use std::fmt;

/// Pins of one instance that share a prefix.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct End {
    /// The instance, as declared.
    pub instance: String,
    /// What the names of the pins begin with.
    pub prefix: String,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.instance, self.prefix)
    }
}

/// What a link carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Valid and payload one way, ready the other.
    Stream,
    /// Values that hold from cycle to cycle.
    Level,
    /// Values that are high for one cycle.
    Pulse,
    /// Levels of several sources, combined by AND.
    Meet,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stream => "stream",
            Self::Level => "level",
            Self::Pulse => "pulse",
            Self::Meet => "meet",
        })
    }
}

/// One link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// What it carries.
    pub kind: Kind,
    /// Its sources: those of a term are combined by OR, and the terms, of which only a meet has several, by AND.
    pub terms: Vec<Vec<End>>,
    /// Its receivers.
    pub receivers: Vec<End>,
}

impl Link {
    /// Its sources.
    pub fn sources(&self) -> impl Iterator<Item = &End> {
        self.terms.iter().flatten()
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |ends: &[End], between: &str| {
            ends.iter().map(End::to_string).collect::<Vec<_>>().join(between)
        };
        let terms: Vec<String> = self.terms.iter().map(|term| join(term, " | ")).collect();
        write!(f, "{} {} -> {}", self.kind, terms.join(" & "), join(&self.receivers, ", "))
    }
}

/// A statement of a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Instances are linked.
    Link(Link),
    /// An input has a constant value.
    Tie(End, Constant),
}

/// What an input is tied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    /// A number.
    Number(u32),
    /// Every bit is set, however wide the pin is.
    Ones,
}

/// The statements of `text`. The error quotes the line.
pub fn links(text: &str) -> Result<Vec<Statement>, String> {
    lines(text).map(|line| statement(line).map_err(|error| format!("`{line}`: {error}"))).collect()
}

/// The groups of a boundary: who is outside, and the pins that are left open for them.
pub fn boundary(text: &str) -> Result<Vec<(String, Vec<End>)>, String> {
    let group = |line: &str| {
        let (group, list) = line.split_once(':').ok_or("a group ends with a colon")?;
        Ok((group.trim().to_string(), ends(list, ',')?))
    };
    lines(text)
        .map(|line| group(line).map_err(|error: String| format!("`{line}`: {error}")))
        .collect()
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    let code = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
    code.filter(|line| !line.is_empty())
}

fn statement(line: &str) -> Result<Statement, String> {
    let (word, rest) = line.split_once(char::is_whitespace).ok_or("a statement has two parts")?;
    let kind = match word {
        "stream" => Kind::Stream,
        "level" => Kind::Level,
        "pulse" => Kind::Pulse,
        "meet" => Kind::Meet,
        "tie" => return tie(rest),
        _ => return Err(format!("`{word}` is none of stream, level, pulse, meet, tie")),
    };
    let (sources, receivers) = rest.split_once("->").ok_or("a link has an arrow `->`")?;
    let terms: Result<Vec<_>, String> = sources.split('&').map(|term| ends(term, '|')).collect();
    let link = Link { kind, terms: terms?, receivers: ends(receivers, ',')? };
    if kind != Kind::Meet && link.terms.len() > 1 {
        return Err("only a meet has an `&`".into());
    }
    if kind == Kind::Stream && (link.sources().count() > 1 || link.receivers.len() > 1) {
        return Err("a stream has one source and one receiver, always".into());
    }
    Ok(Statement::Link(link))
}

fn tie(rest: &str) -> Result<Statement, String> {
    let (pin, value) = rest.split_once('=').ok_or("a tie has an equals sign")?;
    let value = value.trim();
    let number = match value.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => value.parse(),
    };
    let constant = match value {
        "ones" => Constant::Ones,
        _ => Constant::Number(
            number.map_err(|_| format!("`{value}` is neither a number of 32 bits nor `ones`"))?,
        ),
    };
    Ok(Statement::Tie(end(pin)?, constant))
}

fn ends(list: &str, between: char) -> Result<Vec<End>, String> {
    list.split(between).map(end).collect()
}

fn end(text: &str) -> Result<End, String> {
    let text = text.trim();
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    match text.split_once('.') {
        Some((instance, prefix)) if is_name(instance) && is_name(prefix) => {
            Ok(End { instance: instance.to_string(), prefix: prefix.to_string() })
        }
        _ => Err(format!("`{text}` is not of the form instance.prefix")),
    }
}
