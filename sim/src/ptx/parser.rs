//! Parses tokens to the syntax tree by recursive descent.

use super::ast::{Alias, Module, Statement};
use super::error::Located;
use super::lexer::{lex, Lexeme, Token};
use super::sources::Sources;

mod expressions;
mod functions;
mod initializers;
mod operands;
mod unsupported;
mod variables;

type Parsed<T> = Result<T, Located>;

/// Most registers that one declaration may name.
const MAX_REGISTERS: u64 = 60_000;

/// Parses a module.
pub(super) fn parse(text: &str) -> Parsed<Module> {
    let lexemes = lex(text)?;
    let mut parser = Parser { lexemes: &lexemes, at: 0, sources: Sources::default() };
    let mut module = Module::default();
    while parser.peek().is_some() {
        parser.module_item(&mut module)?;
    }
    module.sources = parser.sources;
    Ok(module)
}

struct Parser<'a, 's> {
    lexemes: &'a [Lexeme<'s>],
    at: usize,
    sources: Sources,
}

impl<'s> Parser<'_, 's> {
    fn peek(&self) -> Option<Token<'s>> {
        self.lexemes.get(self.at).map(|lexeme| lexeme.token)
    }

    fn peek_at(&self, ahead: usize) -> Option<Token<'s>> {
        self.lexemes.get(self.at + ahead).map(|lexeme| lexeme.token)
    }

    fn line(&self) -> u32 {
        self.lexemes.get(self.at).or(self.lexemes.last()).map_or(1, |lexeme| lexeme.line)
    }

    fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        let text = self.lexemes.get(self.at).map_or("end of file", |lexeme| lexeme.text);
        Err(Located::new(self.line(), text, message))
    }

    fn accept(&mut self, token: Token<'static>) -> bool {
        let found = self.peek() == Some(token);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, token: Token<'static>, what: &str) -> Parsed<()> {
        if self.accept(token) {
            Ok(())
        } else {
            self.error(format!("expected {what}"))
        }
    }

    fn name(&mut self, what: &str) -> Parsed<String> {
        match self.peek() {
            Some(Token::Name(name)) => {
                self.at += 1;
                Ok(name.to_string())
            }
            _ => self.error(format!("expected {what}")),
        }
    }

    fn unsigned(&mut self) -> Parsed<u64> {
        let (digits, radix) = match self.peek() {
            Some(Token::Integer(text)) if text.len() > 1 && text.starts_with('0') => (text, 8),
            Some(Token::Integer(text)) => (text, 10),
            Some(Token::Hex(text)) => (&text[2..], 16),
            Some(Token::Binary(text)) => (&text[2..], 2),
            _ => return self.error("expected an integer"),
        };
        match u64::from_str_radix(digits.trim_end_matches('U'), radix) {
            Ok(value) => {
                self.at += 1;
                Ok(value)
            }
            Err(_) => self.error("expected an integer of at most 64 bits"),
        }
    }

    fn signed(&mut self) -> Parsed<i64> {
        Ok(self.expression()?.bits as i64)
    }

    /// Parses `+4`, `-4`, `+-4`, any constant expression after such a sign, or nothing.
    fn addend(&mut self) -> Parsed<i64> {
        if matches!(self.peek(), Some(Token::Plus | Token::Minus)) {
            self.signed()
        } else {
            Ok(0)
        }
    }

    fn skip_line(&mut self) {
        let line = self.line();
        while self.lexemes.get(self.at).is_some_and(|lexeme| lexeme.line == line) {
            self.at += 1;
        }
    }

    /// Parses `.file 1 "k.cu"`, as far as it is understood.
    fn source_file(&mut self) {
        if let (Some(Token::Integer(number)), Some(Token::Text(name))) =
            (self.peek_at(1), self.peek_at(2))
        {
            if let Ok(number) = number.parse() {
                self.sources.file(number, name.trim_matches('"'));
            }
        }
        self.skip_line();
    }

    /// Parses `.loc 1 12 3`: file, line and column, as far as it is understood.
    fn source_line(&mut self) {
        if let (Some(Token::Integer(file)), Some(Token::Integer(source))) =
            (self.peek_at(1), self.peek_at(2))
        {
            if let (Ok(file), Ok(source)) = (file.parse(), source.parse()) {
                self.sources.location(self.line(), file, source);
            }
        }
        self.skip_line();
    }

    /// Skips `.section name { ... }`.
    fn skip_section(&mut self) -> Parsed<()> {
        while self.peek().is_some_and(|token| token != Token::BraceOpen) {
            self.at += 1;
        }
        while self.peek().is_some_and(|token| token != Token::BraceClose) {
            self.at += 1;
        }
        self.expect(Token::BraceClose, "the section's `}`")
    }

    fn module_item(&mut self, module: &mut Module) -> Parsed<()> {
        let Some(Token::Dotted(word)) = self.peek() else {
            return self.error("expected a directive such as `.entry`, `.func` or `.global`");
        };
        match word {
            ".version" | ".target" | ".loc" => self.skip_line(),
            ".file" => self.source_file(),
            ".address_size" => {
                self.at += 1;
                if self.unsigned()? != 64 {
                    self.at -= 1;
                    return self.error("only 64-bit addresses are supported; compile with -m64");
                }
            }
            ".section" => self.skip_section()?,
            ".pragma" => self.pragma()?,
            ".alias" => module.aliases.push(self.alias()?),
            _ => self.declaration(module)?,
        }
        Ok(())
    }

    /// Skips `.pragma "nounroll";`. All pragmas of compilers only guide an assembler.
    fn pragma(&mut self) -> Parsed<()> {
        self.at += 1;
        while matches!(self.peek(), Some(Token::Text(_) | Token::Comma)) {
            self.at += 1;
        }
        self.expect(Token::Semicolon, "a text in quotes and `;` after `.pragma`")
    }

    /// Parses `.alias name, function;`.
    fn alias(&mut self) -> Parsed<Alias> {
        let line = self.line();
        self.at += 1;
        let name = self.name("the alias")?;
        self.expect(Token::Comma, "`,` after the alias")?;
        let function = self.name("the function that the alias stands for")?;
        self.expect(Token::Semicolon, "`;` after the alias")?;
        Ok(Alias { name, function, line })
    }

    fn declaration(&mut self, module: &mut Module) -> Parsed<()> {
        let mut is_extern = false;
        loop {
            match self.peek() {
                Some(Token::Dotted(".visible" | ".weak" | ".common")) => self.at += 1,
                Some(Token::Dotted(".extern")) => {
                    is_extern = true;
                    self.at += 1;
                }
                Some(Token::Dotted(".entry")) => {
                    self.at += 1;
                    module.functions.push(self.function(true)?);
                    return Ok(());
                }
                Some(Token::Dotted(".func")) => {
                    self.at += 1;
                    module.functions.push(self.function(false)?);
                    return Ok(());
                }
                Some(Token::Dotted(_)) => break,
                _ => return self.error("expected a declaration"),
            }
        }
        let mut variable = self.variable()?;
        variable.is_extern |= is_extern;
        self.expect(Token::Semicolon, "`;` after the variable")?;
        module.variables.push(variable);
        Ok(())
    }

    fn body(&mut self) -> Parsed<Vec<Statement>> {
        self.expect(Token::BraceOpen, "`{` or `;` after the function's header")?;
        self.sources.function(self.line());
        let mut statements = Vec::new();
        let mut depth = 1;
        while depth > 0 {
            match self.peek() {
                None => return self.error("the function's closing `}` is missing"),
                Some(Token::BraceOpen) => {
                    self.at += 1;
                    depth += 1;
                    statements.push(Statement::ScopeBegin);
                }
                Some(Token::BraceClose) => {
                    self.at += 1;
                    depth -= 1;
                    if depth > 0 {
                        statements.push(Statement::ScopeEnd);
                    }
                }
                Some(Token::Semicolon) => self.at += 1,
                Some(Token::Dotted(word)) => self.directive(word, &mut statements)?,
                Some(Token::Name(name)) if self.peek_at(1) == Some(Token::Colon) => {
                    let line = self.line();
                    self.at += 2;
                    statements.push(match self.listing()? {
                        Some(listing) => {
                            Statement::Listing { name: name.to_string(), listing, line }
                        }
                        None => Statement::Label { name: name.to_string(), line },
                    });
                }
                Some(_) => statements.push(Statement::Instruction(self.instruction()?)),
            }
        }
        Ok(statements)
    }

    fn directive(&mut self, word: &str, statements: &mut Vec<Statement>) -> Parsed<()> {
        match word {
            ".loc" => self.source_line(),
            ".file" => self.source_file(),
            ".pragma" => self.pragma()?,
            ".section" => self.skip_section()?,
            ".reg" => self.registers(statements)?,
            _ => {
                let variable = self.variable()?;
                self.expect(Token::Semicolon, "`;` after the variable")?;
                statements.push(Statement::Variable(variable));
            }
        }
        Ok(())
    }

    /// Parses `.reg .b32 %r<5>, %q;`.
    fn registers(&mut self, statements: &mut Vec<Statement>) -> Parsed<()> {
        self.at += 1;
        let Some(Token::Dotted(ty)) = self.peek() else {
            return self.error("expected the registers' type");
        };
        self.at += 1;
        loop {
            let line = self.line();
            let name = self.name("a register's name")?;
            let mut count = None;
            if self.accept(Token::Less) {
                let number = self.unsigned()?;
                if number > MAX_REGISTERS {
                    return self.error(format!(
                        "{number} registers; at most {MAX_REGISTERS} are supported"
                    ));
                }
                count = Some(number as u32);
                self.expect(Token::Greater, "`>`")?;
            }
            statements.push(Statement::Registers { ty: ty[1..].to_string(), name, count, line });
            if !self.accept(Token::Comma) {
                return self.expect(Token::Semicolon, "`,` or `;` after a register");
            }
        }
    }
}
