//! Recursive descent from tokens to the syntax tree.

use super::ast::{
    FunctionText, Initial, InstructionText, Module, OperandText, Statement, VarSpace, Variable,
};
use super::error::Located;
use super::lexer::{lex, Lexeme, Token};

type Parsed<T> = Result<T, Located>;

/// Largest variable accepted, so that a mistyped size is an error instead of an attempt to allocate it.
const MAX_VARIABLE_BYTES: u64 = 1 << 31;
/// Most registers one declaration may name.
const MAX_REGISTERS: u64 = 60_000;

/// Parses a module.
pub(super) fn parse(text: &str) -> Parsed<Module> {
    let lexemes = lex(text)?;
    let mut parser = Parser { lexemes: &lexemes, at: 0 };
    let mut module = Module::default();
    while parser.peek().is_some() {
        parser.module_item(&mut module)?;
    }
    Ok(module)
}

struct Parser<'a, 's> {
    lexemes: &'a [Lexeme<'s>],
    at: usize,
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
        let negative = self.accept(Token::Minus);
        let value = self.unsigned()? as i64;
        Ok(if negative { value.wrapping_neg() } else { value })
    }

    /// `+4`, `-4`, `+-4`, or nothing.
    fn addend(&mut self) -> Parsed<i64> {
        if self.accept(Token::Plus) || self.peek() == Some(Token::Minus) {
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
            ".version" | ".target" | ".file" | ".loc" => self.skip_line(),
            ".address_size" => {
                self.at += 1;
                if self.unsigned()? != 64 {
                    self.at -= 1;
                    return self.error("only 64-bit addresses are supported; compile with -m64");
                }
            }
            ".section" => self.skip_section()?,
            _ => self.declaration(module)?,
        }
        Ok(())
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

    fn function(&mut self, is_entry: bool) -> Parsed<FunctionText> {
        let line = self.line();
        let results =
            if self.peek() == Some(Token::ParenOpen) { self.parameter_list()? } else { Vec::new() };
        let name = self.name("the function's name")?;
        let params =
            if self.peek() == Some(Token::ParenOpen) { self.parameter_list()? } else { Vec::new() };
        // Performance directives (`.maxntid 256, 1, 1`) say nothing about meaning.
        while let Some(Token::Dotted(_)) = self.peek() {
            self.at += 1;
            while matches!(self.peek(), Some(Token::Integer(_) | Token::Comma)) {
                self.at += 1;
            }
        }
        let body = if self.accept(Token::Semicolon) { None } else { Some(self.body()?) };
        Ok(FunctionText { name, is_entry, params, results, body, line })
    }

    fn parameter_list(&mut self) -> Parsed<Vec<Variable>> {
        self.expect(Token::ParenOpen, "`(`")?;
        let mut params = Vec::new();
        while !self.accept(Token::ParenClose) {
            params.push(self.variable()?);
            if !self.accept(Token::Comma) && self.peek() != Some(Token::ParenClose) {
                return self.error("expected `,` or `)` in a parameter list");
            }
        }
        Ok(params)
    }

    /// `.space .align n .ty name[count] = init`.
    fn variable(&mut self) -> Parsed<Variable> {
        let line = self.line();
        let mut space = None;
        let (mut align, mut element) = (None, None);
        let mut lanes = 1;
        while let Some(Token::Dotted(word)) = self.peek() {
            self.at += 1;
            match word {
                ".global" => space = space.or(Some(VarSpace::Global)),
                ".const" => space = space.or(Some(VarSpace::Const)),
                ".shared" => space = space.or(Some(VarSpace::Shared)),
                ".local" => space = space.or(Some(VarSpace::Local)),
                ".param" => space = space.or(Some(VarSpace::Param)),
                ".align" => align = Some(self.unsigned()?),
                ".ptr" => {}
                ".v2" => lanes = 2,
                ".v4" => lanes = 4,
                _ => match element_bytes(word) {
                    // `.ptr .global .align 4` after the type describes what a pointer points to.
                    Some(bytes) => element = Some((bytes, align)),
                    None => {
                        self.at -= 1;
                        return self.error("unknown directive in a declaration; supported are state spaces, `.align` and \
                            the types .b8 to .b64, .u8 to .u64, .s8 to .s64, .f32, .f64");
                    }
                },
            }
        }
        let Some(space) = space else {
            return self.error("expected a state space such as `.global` or `.shared`");
        };
        let Some((element_bytes, declared)) = element else {
            return self.error("expected a type such as `.b32`");
        };
        let align = declared.unwrap_or(element_bytes * lanes);
        if !align.is_power_of_two() || align > 4096 {
            return self.error("an alignment must be a power of two, at most 4096");
        }
        let name = self.name("the variable's name")?;
        let (mut bytes, mut is_extern) = (element_bytes * lanes, false);
        let mut unsized_dimension = false;
        while self.accept(Token::BracketOpen) {
            if self.accept(Token::BracketClose) {
                unsized_dimension = true;
                continue;
            }
            bytes = bytes.saturating_mul(self.unsigned()?);
            self.expect(Token::BracketClose, "`]`")?;
        }
        if bytes > MAX_VARIABLE_BYTES {
            return self.error(format!(
                "{name} is too large: {bytes} bytes, at most {MAX_VARIABLE_BYTES}"
            ));
        }
        let mut init = Vec::new();
        if self.accept(Token::Equals) {
            self.initializer(&mut init, 0)?;
        }
        if unsized_dimension {
            is_extern = init.is_empty();
            bytes = element_bytes * init.len() as u64;
        }
        if init.len() as u64 * element_bytes > bytes {
            return self
                .error(format!("the initializer of {name} is longer than its {bytes} bytes"));
        }
        Ok(Variable { name, space, bytes, align, is_extern, element_bytes, init, line })
    }

    fn initializer(&mut self, init: &mut Vec<Initial>, depth: u32) -> Parsed<()> {
        if self.accept(Token::BraceOpen) {
            while !self.accept(Token::BraceClose) {
                if depth > 16 {
                    return self.error("an initializer nested this deep is not supported");
                }
                self.initializer(init, depth + 1)?;
                if !self.accept(Token::Comma) && self.peek() != Some(Token::BraceClose) {
                    return self.error("expected `,` or `}` in an initializer");
                }
            }
            return Ok(());
        }
        let value = match self.peek() {
            Some(Token::Name("generic")) => {
                self.at += 1;
                self.expect(Token::ParenOpen, "`(`")?;
                let symbol = self.name("a variable's name")?;
                let inner = self.addend()?;
                self.expect(Token::ParenClose, "`)`")?;
                Initial::Address { symbol, addend: inner.wrapping_add(self.addend()?) }
            }
            Some(Token::Name(name)) => {
                self.at += 1;
                Initial::Address { symbol: name.to_string(), addend: self.addend()? }
            }
            _ => match self.literal()? {
                OperandText::Float32(bits) => Initial::Bits(u64::from(bits)),
                OperandText::Integer(bits) | OperandText::Float64(bits) => Initial::Bits(bits),
                OperandText::Decimal(value) => Initial::Decimal(value),
                _ => return self.error("expected a number or a variable's name"),
            },
        };
        init.push(value);
        Ok(())
    }

    fn literal(&mut self) -> Parsed<OperandText> {
        let negative = self.accept(Token::Minus);
        let literal = match self.peek() {
            Some(Token::Float32(text)) => {
                let bits = u32::from_str_radix(&text[2..], 16).unwrap_or(0);
                OperandText::Float32(if negative { bits ^ 1 << 31 } else { bits })
            }
            Some(Token::Float64(text)) => {
                let bits = u64::from_str_radix(&text[2..], 16).unwrap_or(0);
                OperandText::Float64(if negative { bits ^ 1 << 63 } else { bits })
            }
            Some(Token::Decimal(text)) => {
                let value: f64 = text.parse().unwrap_or(0.0);
                OperandText::Decimal(if negative { -value } else { value })
            }
            Some(Token::Integer(_) | Token::Hex(_)) => {
                let value = self.unsigned()?;
                return Ok(OperandText::Integer(if negative {
                    value.wrapping_neg()
                } else {
                    value
                }));
            }
            _ => return self.error("expected a register, a name or a number"),
        };
        self.at += 1;
        Ok(literal)
    }

    fn body(&mut self) -> Parsed<Vec<Statement>> {
        self.expect(Token::BraceOpen, "`{` or `;` after the function's header")?;
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
                    statements.push(Statement::Label { name: name.to_string(), line: self.line() });
                    self.at += 2;
                }
                Some(_) => statements.push(Statement::Instruction(self.instruction()?)),
            }
        }
        Ok(statements)
    }

    fn directive(&mut self, word: &str, statements: &mut Vec<Statement>) -> Parsed<()> {
        match word {
            ".loc" | ".file" => self.skip_line(),
            ".pragma" => {
                self.at += 2;
                self.expect(Token::Semicolon, "`;` after the pragma")?;
            }
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

    /// `.reg .b32 %r<5>, %q;`
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

    fn instruction(&mut self) -> Parsed<InstructionText> {
        let mut guard = None;
        if self.accept(Token::At) {
            let negate = self.accept(Token::Bang);
            guard = Some((self.name("a predicate")?, negate));
        }
        let line = self.line();
        let stem = self.name("an instruction")?;
        let mut modifiers = Vec::new();
        while let Some(Token::Dotted(word)) = self.peek() {
            modifiers.push(word[1..].to_string());
            self.at += 1;
        }
        let mut operands = Vec::new();
        while !self.accept(Token::Semicolon) {
            operands.push(self.operand()?);
            if !self.accept(Token::Comma) && self.peek() != Some(Token::Semicolon) {
                return self.error(format!("expected `,` or `;` after an operand of `{stem}`"));
            }
        }
        Ok(InstructionText { guard, stem, modifiers, operands, line })
    }

    fn operand(&mut self) -> Parsed<OperandText> {
        match self.peek() {
            Some(Token::Name("_")) => {
                self.at += 1;
                Ok(OperandText::Sink)
            }
            Some(Token::Name(_)) => self.named_operand(),
            Some(Token::Bang) => {
                self.at += 1;
                Ok(OperandText::NotName(self.name("a predicate")?))
            }
            Some(Token::BracketOpen) => self.address(),
            Some(Token::BraceOpen) => {
                self.at += 1;
                let mut elements = Vec::new();
                while !self.accept(Token::BraceClose) {
                    if self.peek() == Some(Token::BraceOpen) {
                        return self.error("a vector operand cannot contain another");
                    }
                    elements.push(self.operand()?);
                    if !self.accept(Token::Comma) && self.peek() != Some(Token::BraceClose) {
                        return self.error("expected `,` or `}` in a vector operand");
                    }
                }
                Ok(OperandText::Vector(elements))
            }
            Some(Token::ParenOpen) => {
                self.at += 1;
                let mut names = Vec::new();
                while !self.accept(Token::ParenClose) {
                    names.push(self.name("an argument")?);
                    if !self.accept(Token::Comma) && self.peek() != Some(Token::ParenClose) {
                        return self.error("expected `,` or `)` in an argument list");
                    }
                }
                Ok(OperandText::List(names))
            }
            _ => self.literal(),
        }
    }

    fn named_operand(&mut self) -> Parsed<OperandText> {
        let mut name = self.name("an operand")?;
        // `%tid.x` is one name.
        if let (true, Some(Token::Dotted(axis))) = (name.starts_with('%'), self.peek()) {
            name.push_str(axis);
            self.at += 1;
        }
        if self.accept(Token::Bar) {
            return Ok(OperandText::Pair(name, self.name("a register after `|`")?));
        }
        Ok(OperandText::Name { name, addend: self.addend()? })
    }

    fn address(&mut self) -> Parsed<OperandText> {
        self.at += 1;
        let operand = if let Some(Token::Name(_)) = self.peek() {
            let base = Some(self.name("a base register or variable")?);
            OperandText::Address { base, offset: self.addend()? }
        } else {
            OperandText::Address { base: None, offset: self.signed()? }
        };
        self.expect(Token::BracketClose, "`]`")?;
        Ok(operand)
    }
}

fn element_bytes(word: &str) -> Option<u64> {
    Some(match word {
        ".b8" | ".u8" | ".s8" => 1,
        ".b16" | ".u16" | ".s16" => 2,
        ".b32" | ".u32" | ".s32" | ".f32" => 4,
        ".b64" | ".u64" | ".s64" | ".f64" => 8,
        _ => return None,
    })
}
