//! PTX tokens. Directives, mnemonics with their dots, and names are words; the parser distinguishes them.

use super::error::Located;
use logos::Logos;

#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(skip r"[ \t\r\f]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub(super) enum Token<'s> {
    #[token("\n")]
    Newline,
    #[regex(r"/\*([^*]|\*+[^*/])*\*+/")]
    Comment(&'s str),
    /// A dot and a word: `.reg`, `.b32`, `.shared::cta`.
    #[regex(r"\.[A-Za-z_][A-Za-z0-9_]*(::[A-Za-z0-9_]+)*")]
    // Only textures have modifiers that begin with a digit.
    #[regex(r"\.[1-3]d(ms)?")]
    Dotted(&'s str),
    /// A name: register, label, mnemonic stem, function.
    #[regex(r"[A-Za-z_$][A-Za-z0-9_$%]*|%[A-Za-z0-9_$%]+")]
    Name(&'s str),
    #[regex(r"0[fF][0-9a-fA-F]{8}", priority = 10)]
    Float32(&'s str),
    #[regex(r"0[dD][0-9a-fA-F]{16}", priority = 10)]
    Float64(&'s str),
    #[regex(r"0[xX][0-9a-fA-F]+U?", priority = 5)]
    Hex(&'s str),
    #[regex(r"0[bB][01]+U?", priority = 6)]
    Binary(&'s str),
    #[regex(r"[0-9]+U?", priority = 4)]
    Integer(&'s str),
    #[regex(r"[0-9]+\.[0-9]*([eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+")]
    Decimal(&'s str),
    #[regex(r#""[^"\n]*""#)]
    Text(&'s str),
    #[token("@")]
    At,
    #[token("!")]
    Bang,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token("[")]
    BracketOpen,
    #[token("]")]
    BracketClose,
    #[token("{")]
    BraceOpen,
    #[token("}")]
    BraceClose,
    #[token("(")]
    ParenOpen,
    #[token(")")]
    ParenClose,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token("=")]
    Equals,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("|")]
    Bar,
    #[token("~")]
    Tilde,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("&")]
    And,
    #[token("^")]
    Caret,
    #[token("?")]
    Question,
    #[token("<<")]
    ShiftLeft,
    #[token(">>")]
    ShiftRight,
    #[token("<=")]
    LessEqual,
    #[token(">=")]
    GreaterEqual,
    #[token("==")]
    Equal,
    #[token("!=")]
    NotEqual,
    #[token("&&")]
    AndAnd,
    #[token("||")]
    BarBar,
}

/// A token with its text and line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexeme<'s> {
    pub token: Token<'s>,
    pub text: &'s str,
    pub line: u32,
}

/// Returns all tokens of a text, without comments and line ends.
pub(super) fn lex(text: &str) -> Result<Vec<Lexeme<'_>>, Located> {
    let mut line = 1;
    let mut lexemes = Vec::new();
    // Some editors write a byte order mark at the beginning.
    let mut lexer = Token::lexer(text.strip_prefix('\u{feff}').unwrap_or(text));
    while let Some(token) = lexer.next() {
        match token {
            Ok(Token::Newline) => line += 1,
            Ok(Token::Comment(comment)) => line += comment.matches('\n').count() as u32,
            Ok(token) => lexemes.push(Lexeme { token, text: lexer.slice(), line }),
            Err(()) => return Err(Located::new(line, lexer.slice(), "not a PTX token")),
        }
    }
    Ok(lexemes)
}
