//! Circuits with a reference computation: signals, registers and the statements over them.

use super::tree::Tree;
use heddle_hw::kit::Reg;
use rust_hdl::core::ast::{
    Verilog, VerilogBlockOrConditional as Otherwise, VerilogCase, VerilogConditional,
    VerilogExpression as Expr, VerilogLiteral, VerilogLoop, VerilogMatch, VerilogOp as Op,
    VerilogStatement as Statement,
};
use rust_hdl::core::atom::AtomKind;
use rust_hdl::core::constraint::PinConstraint;
use rust_hdl::core::synth::VCDValue;
use rust_hdl::prelude::{Atom, Bits, Block, Logic, Probe, TypeDescriptor, TypeKind};

/// The kind of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Input,
    Local,
    Output,
    /// Read as `q`, assigned as `d`.
    Register,
}

/// Several registers in an array, accessed in loops.
#[derive(Clone, Debug)]
pub struct Bank {
    pub name: String,
    pub width: u32,
    pub elements: usize,
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Step {
    Assign(usize, Tree),
    If(Tree, Vec<Step>, Vec<Step>),
    Match(Tree, Vec<(u64, Vec<Step>)>, Vec<Step>),
    /// A loop over a bank. Elements chosen by the bits of `write` take `value`; the last element
    /// chosen by the bits of `read`, if also `further`, is assigned to `to`.
    Each {
        bank: usize,
        write: usize,
        value: Tree,
        read: usize,
        further: Tree,
        to: usize,
    },
}

/// A circuit.
#[derive(Clone, Debug, Default)]
pub struct Circuit {
    pub kinds: Vec<Kind>,
    /// Names as read, and widths.
    pub signals: Vec<(String, u32)>,
    pub banks: Vec<Bank>,
    pub steps: Vec<Step>,
}

/// The values of a circuit in one cycle.
#[derive(Clone, Debug)]
pub struct State {
    /// Values by signal; for a register the stored value.
    pub values: Vec<u32>,
    next: Vec<u32>,
    banks: Vec<Vec<u32>>,
    next_banks: Vec<Vec<u32>>,
}

impl Circuit {
    /// Adds a signal and returns its number.
    pub fn signal(&mut self, kind: Kind, width: u32) -> usize {
        let number = self.signals.len();
        let name = match kind {
            Kind::Input => format!("a{number}"),
            Kind::Local => format!("l{number}"),
            Kind::Output => format!("y{number}"),
            Kind::Register => format!("r{number}$q"),
        };
        self.kinds.push(kind);
        self.signals.push((name, width));
        number
    }

    /// Returns the numbers of the signals of a kind.
    pub fn of(&self, kind: Kind) -> Vec<usize> {
        (0..self.kinds.len()).filter(|signal| self.kinds[*signal] == kind).collect()
    }

    /// Returns the state after reset.
    pub fn reset(&self) -> State {
        let zeros = vec![0; self.signals.len()];
        let banks: Vec<Vec<u32>> = self.banks.iter().map(|bank| vec![0; bank.elements]).collect();
        State { values: zeros.clone(), next: zeros, banks: banks.clone(), next_banks: banks }
    }

    /// Computes everything from the inputs and registers in `state`.
    pub fn settle(&self, state: &mut State) {
        self.run(&self.steps, state);
    }

    /// Makes the registers take their next values.
    pub fn edge(&self, state: &mut State) {
        for register in self.of(Kind::Register) {
            state.values[register] = state.next[register];
        }
        state.banks.clone_from(&state.next_banks);
    }

    fn run(&self, steps: &[Step], state: &mut State) {
        for step in steps {
            let value = |tree: &Tree, state: &State| tree.value(&self.signals, &state.values);
            match step {
                Step::Assign(to, tree) => {
                    let value = value(tree, state);
                    match self.kinds[*to] {
                        Kind::Register => state.next[*to] = value,
                        _ => state.values[*to] = value,
                    }
                }
                Step::If(test, then, _) if value(test, state) != 0 => self.run(then, state),
                Step::If(_, _, otherwise) => self.run(otherwise, state),
                Step::Match(test, cases, otherwise) => {
                    let test = u64::from(value(test, state));
                    let case = cases.iter().find(|(label, _)| *label == test);
                    self.run(case.map_or(otherwise, |(_, steps)| steps), state);
                }
                Step::Each { bank, write, value: tree, read, further, to } => {
                    for i in 0..self.banks[*bank].elements {
                        state.next_banks[*bank][i] = state.banks[*bank][i];
                        if state.values[*write] >> i & 1 != 0 {
                            state.next_banks[*bank][i] = value(tree, state);
                        }
                        if state.values[*read] >> i & 1 != 0 && value(further, state) != 0 {
                            state.values[*to] = state.banks[*bank][i];
                        }
                    }
                }
            }
        }
    }

    fn syntax(&self, steps: &[Step]) -> Vec<Statement> {
        steps.iter().map(|step| self.statement(step)).collect()
    }

    fn statement(&self, step: &Step) -> Statement {
        let of = |tree: &Tree| tree.syntax(&self.signals);
        match step {
            Step::Assign(to, tree) => assign(&self.target(*to), of(tree)),
            Step::If(test, then, otherwise) => conditional(
                of(test),
                self.syntax(then),
                match &otherwise[..] {
                    [] => Otherwise::None,
                    [next @ Step::If(..)] => Otherwise::Conditional(Box::new(self.statement(next))),
                    steps => Otherwise::Block(self.syntax(steps)),
                },
            ),
            Step::Match(test, cases, otherwise) => {
                let case = |(label, steps): &(u64, Vec<Step>)| VerilogCase {
                    condition: label.to_string(),
                    block: self.syntax(steps),
                };
                let mut cases: Vec<VerilogCase> = cases.iter().map(case).collect();
                let block = self.syntax(otherwise);
                cases.push(VerilogCase { condition: "default".into(), block });
                Statement::Match(VerilogMatch { test: of(test), cases })
            }
            Step::Each { bank, write, value, read, further, to } => {
                let Bank { name, elements, .. } = &self.banks[*bank];
                let [d, q] = ["d$next", "q"].map(|end| format!("{name}[i]${end}"));
                let chosen = |signal: usize| {
                    let index = Expr::Signal("i".into());
                    let select = Expr::Signal(self.signals[signal].0.clone());
                    Expr::Index(Box::new(select), Box::new(index))
                };
                let q = || Expr::Signal(q.clone());
                let store = assign(&d, of(value));
                let fetch = assign(&self.target(*to), q());
                let read = Expr::Binary(Box::new(chosen(*read)), Op::BitAnd, Box::new(of(further)));
                Statement::Loop(VerilogLoop {
                    index: "i".into(),
                    from: 0.into(),
                    to: elements.to_owned().into(),
                    block: vec![
                        assign(&format!("{name}[i]$clock$next"), Expr::Signal("clock".into())),
                        assign(&format!("{name}[i]$reset$next"), Expr::Signal("reset".into())),
                        assign(&d, q()),
                        conditional(chosen(*write), vec![store], Otherwise::None),
                        conditional(read, vec![fetch], Otherwise::None),
                    ],
                })
            }
        }
    }

    fn target(&self, signal: usize) -> String {
        let name = &self.signals[signal].0;
        match name.strip_suffix("$q") {
            Some(register) => format!("{register}$d$next"),
            None => format!("{name}$next"),
        }
    }
}

fn assign(target: &str, value: Expr) -> Statement {
    Statement::Assignment(Expr::Signal(target.to_string()), value)
}

fn conditional(test: Expr, then: Vec<Statement>, otherwise: Otherwise) -> Statement {
    Statement::If(VerilogConditional { test, then, otherwise })
}

struct Port {
    kind: AtomKind,
    width: usize,
}

impl Atom for Port {
    fn bits(&self) -> usize {
        self.width
    }
    fn connected(&self) -> bool {
        true
    }
    fn changed(&self) -> bool {
        false
    }
    fn kind(&self) -> AtomKind {
        self.kind
    }
    fn descriptor(&self) -> TypeDescriptor {
        TypeDescriptor { name: "Bits".into(), kind: TypeKind::Bits(self.width) }
    }
    fn vcd(&self) -> VCDValue {
        false.into()
    }
    fn id(&self) -> usize {
        0
    }
    fn verilog(&self) -> VerilogLiteral {
        0.into()
    }
    fn constraints(&self) -> Vec<PinConstraint> {
        Vec::new()
    }
}

impl Logic for Circuit {
    fn update(&mut self) {}
    fn hdl(&self) -> Verilog {
        let registers = self.of(Kind::Register).into_iter().flat_map(|register| {
            let q = &self.signals[register].0;
            let name = q.trim_end_matches("$q");
            ["clock", "reset"]
                .map(|own| assign(&format!("{name}${own}$next"), Expr::Signal(own.into())))
        });
        Verilog::Combinatorial(registers.chain(self.syntax(&self.steps)).collect())
    }
}

impl Block for Circuit {
    fn connect_all(&mut self) {}
    fn update_all(&mut self) {}
    fn has_changed(&self) -> bool {
        false
    }
    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_start_scope(name, self);
        for own in ["clock", "reset"] {
            probe.visit_atom(own, &Port { kind: AtomKind::InputParameter, width: 1 });
        }
        for (kind, (name, width)) in self.kinds.iter().zip(&self.signals) {
            let kind = match kind {
                Kind::Input => AtomKind::InputParameter,
                Kind::Local => AtomKind::LocalSignal,
                Kind::Output => AtomKind::OutputParameter,
                Kind::Register => {
                    register(name.trim_end_matches("$q"), *width, probe);
                    continue;
                }
            };
            probe.visit_atom(name, &Port { kind, width: *width as usize });
        }
        for bank in &self.banks {
            for element in 0..bank.elements {
                register(&format!("{}${element}", bank.name), bank.width, probe);
            }
        }
        probe.visit_end_scope(name, self);
    }
}

fn register(name: &str, width: u32, probe: &mut dyn Probe) {
    by_width!(width, N => Reg::<Bits<N>>::default().accept(name, probe));
}
