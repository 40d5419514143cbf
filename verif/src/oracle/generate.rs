//! Generates random programs from a seed.

use super::image::image;
use super::lanes;
use super::memory::{self, Memory};
use super::ops::{chain, Family, Op, Src, FAMILIES};
use super::program::{Barrier, Function, Guard, Inst, Kind, Operand, Program, Stmt, Trips};
use super::types::{Class, Reg, Ty};
use super::values;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Deepest nesting of divergence and of loops; each level has its own registers.
const DEEPEST: u8 = 3;

const SPECIAL: [&str; 16] = [
    "tid.x",
    "tid.y",
    "tid.z",
    "ntid.x",
    "ntid.y",
    "ntid.z",
    "ctaid.x",
    "ctaid.y",
    "nctaid.x",
    "nctaid.y",
    "laneid",
    "lanemask_eq",
    "lanemask_lt",
    "lanemask_le",
    "lanemask_gt",
    "lanemask_ge",
];

/// The statements that a position in the program allows.
#[derive(Clone, Copy)]
struct Context {
    depth: u8,
    loops: u8,
    /// All threads of the TB pass here together.
    together: bool,
    /// The members of the warp here are known.
    masked: bool,
    /// In a loop that may be left early.
    escapes: bool,
    /// Number of functions that may be called; memory belongs to the kernel alone.
    callable: usize,
    kernel: bool,
}

struct Generator {
    rng: ChaCha8Rng,
    families: Vec<Family>,
    /// Percentage of statements before which their operands are loaded again.
    fresh: u32,
    /// Percentage of statements that are plain instructions.
    plain: u32,
    /// Result types of the functions so far.
    results: Vec<Ty>,
    /// Statements left to make.
    budget: u32,
}

/// Generates the program of this seed.
pub fn program(seed: u64) -> Program {
    make(seed, None)
}

/// Generates a program for TBs of this shape.
pub fn program_of_shape(seed: u64, block: [u32; 3]) -> Program {
    make(seed, Some(block))
}

fn make(seed: u64, shape: Option<[u32; 3]>) -> Program {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let block = *[[32, 1, 1], [64, 1, 1], [16, 2, 2], [8, 4, 1], [33, 1, 1], [20, 3, 1], [7, 1, 1]]
        .choose(&mut rng)
        .expect("shapes");
    let block = shape.unwrap_or(block);
    let grid = *[[1, 1, 1], [1, 1, 1], [2, 1, 1], [1, 2, 1]].choose(&mut rng).expect("grids");
    let families = (0..rng.random_range(2..6))
        .map(|_| FAMILIES.choose(&mut rng).expect("families").1)
        .collect();
    let (fresh, plain) = (rng.random_range(0..100), rng.random_range(30..100));
    let mut generator = Generator { rng, families, fresh, plain, results: Vec::new(), budget: 0 };
    let count = generator.rng.random_range(0..3);
    let mut functions: Vec<Function> = Vec::new();
    for callable in 0..count {
        generator.budget = 5;
        let result = generator.one_of(&[Ty::B16, Ty::B32, Ty::U32, Ty::F32, Ty::B64, Ty::F64]);
        let body = generator.body(Context::new(callable, false));
        generator.results.push(result);
        functions.push(Function { result, body });
    }
    generator.budget = generator.rng.random_range(5..30);
    let body = generator.body(Context::new(count, true));
    let mut program = Program { functions, body, block, grid, image: Vec::new() };
    program.image = image(&mut generator.rng, &program);
    program
}

impl Context {
    fn new(callable: usize, kernel: bool) -> Self {
        let (together, masked) = (kernel, kernel);
        Self { depth: 0, loops: 0, together, masked, escapes: false, callable, kernel }
    }
}

impl Generator {
    fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        *items.choose(&mut self.rng).expect("items")
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.rng.random_range(0..100) < percent
    }

    fn predicate(&mut self) -> Guard {
        Guard { negated: self.rng.random(), reg: Reg::random(&mut self.rng, Ty::Pred) }
    }

    fn body(&mut self, at: Context) -> Vec<Stmt> {
        let mut body = Vec::new();
        let longest = if at.depth + at.loops == 0 { 40 } else { self.rng.random_range(1..6) };
        while self.budget > 0 && body.len() < longest {
            self.budget -= 1;
            body.push(self.statement(at));
        }
        body
    }

    fn statement(&mut self, at: Context) -> Stmt {
        if self.chance(self.plain) {
            return self.instruction(at);
        }
        let unit = at.depth < DEEPEST && at.loops < DEEPEST;
        match self.rng.random_range(0..12) {
            0 | 1 if unit => self.choice(at),
            2 | 3 if unit => self.repeat(at),
            4 if unit => {
                if self.rng.random() {
                    self.tangle(at)
                } else {
                    self.switch(at)
                }
            }
            5 if !at.kernel => Stmt::Return(self.predicate()),
            5 if at.escapes => Stmt::Escape { guard: self.predicate(), again: self.rng.random() },
            6 if at.together => self.barrier(),
            7 if at.callable > 0 => self.call(at),
            8 if at.masked => self.across_lanes(),
            9 | 10 if at.kernel => {
                let instruction = memory::random(&mut self.rng);
                self.single(Kind::Memory(instruction))
            }
            _ => self.instruction(at),
        }
    }

    fn single(&mut self, kind: Kind) -> Stmt {
        let guarded = matches!(kind, Kind::Compute { .. } | Kind::Memory(_)) && self.chance(20);
        let guard = guarded.then(|| self.predicate());
        Stmt::Insts(vec![Inst { guard, kind }])
    }

    fn choice(&mut self, at: Context) -> Stmt {
        let masked = at.masked && self.rng.random();
        let depth = at.depth + 1;
        let inner = Context { depth, together: false, masked, ..at };
        let (cond, then) = (self.predicate(), self.body(inner));
        let otherwise = if self.rng.random() { self.body(inner) } else { Vec::new() };
        Stmt::If { cond, masked, then, otherwise }
    }

    fn repeat(&mut self, at: Context) -> Stmt {
        let fixed = self.rng.random();
        let masked = at.masked && self.rng.random();
        // The trips multiply when loops nest.
        let trips = if fixed {
            Trips::Fixed(self.rng.random_range(1..4))
        } else {
            Trips::Own(Reg::random(&mut self.rng, Ty::B32))
        };
        let inner = Context {
            depth: at.depth + 1,
            loops: at.loops + 1,
            together: at.together && fixed && masked,
            masked,
            escapes: !masked,
            ..at
        };
        Stmt::Loop { trips, masked, body: self.body(inner) }
    }

    fn tangle(&mut self, at: Context) -> Stmt {
        let inner = Context { depth: at.depth + 1, together: false, masked: false, ..at };
        let blocks = (0..self.rng.random_range(2..5)).map(|_| {
            let body = self.body(inner);
            let jump = self.rng.random::<bool>();
            (body, jump.then(|| (self.predicate(), self.rng.random_range(1..3))))
        });
        Stmt::Tangle(blocks.collect())
    }

    fn switch(&mut self, at: Context) -> Stmt {
        let inner = Context { depth: at.depth + 1, together: false, masked: false, ..at };
        let cases = (0..self.one_of(&[2, 4])).map(|_| self.body(inner)).collect();
        Stmt::Switch { index: Reg::random(&mut self.rng, Ty::B32), cases }
    }

    fn barrier(&mut self) -> Stmt {
        let kind = match self.rng.random_range(0..4) {
            0 => Kind::Barrier(Barrier::Sync(self.rng.random())),
            1 | 2 => {
                let name = self.one_of(&["popc.u32", "and.pred", "or.pred"]);
                let ty = if name == "popc.u32" { Ty::U32 } else { Ty::Pred };
                let dst = Reg::random(&mut self.rng, ty);
                let operand = self.operand(Src::Negatable);
                Kind::Barrier(Barrier::Reduce(name, dst, operand))
            }
            _ => Kind::Memory(Memory::Exchange {
                by: self.rng.random_range(0..8),
                dst: Reg::random(&mut self.rng, Ty::B32),
                src: Reg::random(&mut self.rng, Ty::B32),
            }),
        };
        Stmt::Insts(vec![Inst { guard: None, kind }])
    }

    fn call(&mut self, at: Context) -> Stmt {
        let function = self.rng.random_range(0..at.callable);
        let args = [Ty::B32, Ty::B64, Ty::B16].map(|ty| Reg::random(&mut self.rng, ty));
        let dst = Reg::random(&mut self.rng, self.results[function]);
        let kind = Kind::Call { function, args, dst, indirect: self.chance(30) };
        Stmt::Insts(vec![Inst { guard: None, kind }])
    }

    fn across_lanes(&mut self) -> Stmt {
        let op = lanes::random(&mut self.rng);
        let dst = op.dst.iter().map(|&ty| Reg::random(&mut self.rng, ty)).collect();
        let src = op.src.clone().into_iter().map(|src| self.operand(src)).collect();
        Stmt::Insts(vec![Inst { guard: None, kind: Kind::Lanes { op, dst, src } }])
    }

    fn instruction(&mut self, at: Context) -> Stmt {
        match self.rng.random_range(0..20) {
            0 => {
                let insts = chain(&mut self.rng).into_iter().map(|op| self.compute(op)).collect();
                return Stmt::Insts(insts);
            }
            1 => {
                let name = self.one_of(&SPECIAL);
                let dst = Reg::random(&mut self.rng, Ty::U32);
                return self.single(Kind::Special { name, dst });
            }
            _ => {}
        }
        let family = *self.families.choose(&mut self.rng).expect("families");
        let op = family(&mut self.rng);
        let mut inst = self.compute(op);
        if self.chance(15) {
            inst.guard = Some(self.predicate());
        }
        let mut insts = Vec::new();
        if at.kernel && self.chance(self.fresh) {
            let Kind::Compute { src, .. } = &inst.kind else { unreachable!("made above") };
            for operand in src {
                if let Operand::Reg(register @ Reg(Class::H | Class::R | Class::D, _)) = operand {
                    let kind = Kind::Memory(memory::pool(&mut self.rng, Some(*register)));
                    insts.push(Inst { guard: None, kind });
                }
            }
        }
        insts.push(inst);
        Stmt::Insts(insts)
    }

    fn compute(&mut self, op: Op) -> Inst {
        let mut dst: Vec<Reg> = Vec::new();
        while dst.len() < op.dst.len() {
            let register = Reg::random(&mut self.rng, op.dst[dst.len()]);
            if !dst.contains(&register) {
                dst.push(register);
            }
        }
        let mut constants = 0;
        let src = op.src.iter().map(|&src| {
            let operand = self.operand(src);
            // One constant at most, besides those that belong to the instruction.
            let constant = matches!(operand, Operand::Const(..)) && !matches!(src, Src::Fixed(..));
            constants += u32::from(constant);
            match src {
                Src::Any(ty) | Src::Small(ty, _) if constant && constants > 1 => {
                    Operand::Reg(Reg::random(&mut self.rng, ty))
                }
                _ => operand,
            }
        });
        let src = src.collect();
        Inst { guard: None, kind: Kind::Compute { op, dst, src } }
    }

    fn operand(&mut self, src: Src) -> Operand {
        match src {
            Src::Fixed(value, ty) => Operand::Const(value, ty),
            Src::Any(ty) if self.chance(20) => {
                Operand::Const(values::random(&mut self.rng, ty), ty)
            }
            Src::Small(ty, bound) if self.chance(60) => {
                Operand::Const(self.rng.random_range(0..bound), ty)
            }
            Src::Any(ty) | Src::Reg(ty) | Src::Small(ty, _) => {
                Operand::Reg(Reg::random(&mut self.rng, ty))
            }
            Src::Negatable => {
                let Guard { negated, reg } = self.predicate();
                if negated {
                    Operand::Not(reg)
                } else {
                    Operand::Reg(reg)
                }
            }
        }
    }
}
