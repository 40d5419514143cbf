//! Function headers, and the listings to which indirect branches and calls refer.

use super::super::ast::{FunctionText, Limits, Listing, VarSpace, Variable};
use super::super::lexer::Token;
use super::unsupported::unsupported_directive;
use super::{Parsed, Parser};

/// Parameters or results, and those among them that are registers, with their types.
type Parameters = (Vec<Variable>, Vec<(String, String)>);

impl Parser<'_, '_> {
    /// Parses a function or its declaration, from the word after `.entry` or `.func` on.
    pub(super) fn function(&mut self, is_entry: bool) -> Parsed<FunctionText> {
        let line = self.line();
        let mut limits = Limits::default();
        self.function_directives(&mut limits)?;
        let (results, mut registers) = self.optional_parameters()?;
        let name = self.name("the function's name")?;
        let (params, more) = self.optional_parameters()?;
        registers.extend(more);
        if is_entry && !registers.is_empty() {
            return self.error("the parameters of a kernel are `.param` variables");
        }
        self.function_directives(&mut limits)?;
        let body = if self.accept(Token::Semicolon) { None } else { Some(self.body()?) };
        Ok(FunctionText { name, is_entry, params, results, registers, limits, body, line })
    }

    /// Parses `.maxntid 256, 1, 1`, `.noreturn` and similar. Directives that only guide a compiler are skipped.
    fn function_directives(&mut self, limits: &mut Limits) -> Parsed<()> {
        while let Some(Token::Dotted(word)) = self.peek() {
            if let Some(family) = unsupported_directive(word) {
                return self.error(format!("{family} are not supported"));
            }
            if word == ".pragma" {
                self.pragma()?;
                continue;
            }
            if !matches!(
                word,
                ".maxntid"
                    | ".reqntid"
                    | ".minnctapersm"
                    | ".maxnctapersm"
                    | ".maxnreg"
                    | ".noreturn"
            ) {
                return self.error(
                    "unknown directive of a function; supported are .maxntid, .reqntid, .minnctapersm, \
                    .maxnctapersm, .maxnreg, .noreturn and .pragma",
                );
            }
            self.at += 1;
            let mut sizes = Vec::new();
            while matches!(self.peek(), Some(Token::Integer(_) | Token::Hex(_))) {
                sizes.push(self.unsigned()?);
                if !self.accept(Token::Comma) {
                    break;
                }
            }
            if word == ".maxnreg" {
                limits.max_registers = match *sizes {
                    [count] if count > 0 => Some(count.min(u64::from(u32::MAX)) as u32),
                    _ => return self.error("`.maxnreg` needs one number, at least 1"),
                };
            }
            if matches!(word, ".maxntid" | ".reqntid") {
                if sizes.is_empty() || sizes.len() > 3 || sizes.contains(&0) {
                    return self.error(format!("`{word}` needs one to three sizes, at least 1"));
                }
                if word == ".maxntid" {
                    limits.max_threads =
                        Some(sizes.iter().fold(1, |n, &size| n.saturating_mul(size)));
                } else {
                    let size =
                        |axis: usize| sizes.get(axis).map_or(1, |&n| n.min(u64::from(u32::MAX)));
                    limits.block = Some([0, 1, 2].map(|axis| size(axis) as u32));
                }
            }
        }
        Ok(())
    }

    fn optional_parameters(&mut self) -> Parsed<Parameters> {
        match self.peek() {
            Some(Token::ParenOpen) => self.parameter_list(),
            _ => Ok((Vec::new(), Vec::new())),
        }
    }

    fn parameter_list(&mut self) -> Parsed<Parameters> {
        self.expect(Token::ParenOpen, "`(`")?;
        let (mut params, mut registers) = (Vec::new(), Vec::new());
        while !self.accept(Token::ParenClose) {
            if self.peek() == Some(Token::Dotted(".reg")) {
                // The size and alignment are those of a `.param` variable of this type.
                self.at += 1;
                let Some(Token::Dotted(ty)) = self.peek() else {
                    return self.error("expected the register's type");
                };
                let mut variable = self.typed_variable(Some(VarSpace::Param))?;
                variable.space = VarSpace::Param;
                registers.push((variable.name.clone(), ty[1..].to_string()));
                params.push(variable);
            } else {
                params.push(self.variable()?);
            }
            if !self.accept(Token::Comma) && self.peek() != Some(Token::ParenClose) {
                return self.error("expected `,` or `)` in a parameter list");
            }
        }
        Ok((params, registers))
    }

    /// Parses the directive after a label that lists targets or describes a call. Returns `None` if the label
    /// marks an instruction.
    pub(super) fn listing(&mut self) -> Parsed<Option<Listing>> {
        let Some(Token::Dotted(word)) = self.peek() else { return Ok(None) };
        let listing = match word {
            ".branchtargets" | ".calltargets" => {
                self.at += 1;
                let mut names = Vec::new();
                loop {
                    names.push(self.name("a name")?);
                    if !self.accept(Token::Comma) {
                        break;
                    }
                }
                match word {
                    ".branchtargets" => Listing::Branches(names),
                    _ => Listing::Callees(names),
                }
            }
            ".callprototype" => {
                self.at += 1;
                let (results, _) = self.optional_parameters()?;
                self.name("`_`")?;
                let (params, _) = self.optional_parameters()?;
                self.function_directives(&mut Limits::default())?;
                Listing::Prototype { params, results }
            }
            _ => return Ok(None),
        };
        self.expect(Token::Semicolon, &format!("`;` after `{word}`"))?;
        Ok(Some(listing))
    }
}
