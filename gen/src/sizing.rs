//! The sizes of a unit as a user asks for them: a preset, or those in a machine, and what differs.

use heddle_hw::chip::{Count, Declaration, InstanceVisitor, Sizes};
use heddle_hw::kit::unit::Allowed;
use heddle_hw::kit::Unit;
use itertools::Itertools;
use serde_json::Value;
use std::convert::Infallible;
use std::fmt;

/// Sizes that a unit cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizingError {
    /// No such preset.
    #[error("{unit} has no preset called {name}; it has: {}", known.join(", "))]
    Preset {
        /// The unit.
        unit: &'static str,
        /// The name.
        name: String,
        /// The unit's presets.
        known: Vec<&'static str>,
    },
    /// A setting without `=`.
    #[error("setting `{0}` is not of the form KEY=VALUE")]
    Form(String),
    /// No such size.
    #[error("{unit} has no size called {key}; {}", known_sizes(known))]
    Key {
        /// The unit.
        unit: &'static str,
        /// The key.
        key: String,
        /// The unit's sizes.
        known: Vec<String>,
    },
    /// A value that the unit cannot have.
    #[error("{unit}: {key}={value}: it must be {expected}")]
    Value {
        /// The unit.
        unit: &'static str,
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What it may be.
        expected: String,
    },
    /// Values that the unit cannot have together.
    #[error("{unit}: {conflict}")]
    Conflict {
        /// The unit.
        unit: &'static str,
        /// Which, and what they may be.
        conflict: String,
    },
    /// The machine has no such unit.
    #[error("this machine has no {0}; its configuration leaves it out")]
    Absent(String),
}

fn known_sizes(known: &[String]) -> String {
    match known {
        [] => "it has no sizes to choose".into(),
        known => format!("it has: {}", known.join(", ")),
    }
}

/// Where the sizes come from.
#[derive(Clone, Debug)]
enum Base {
    Preset(String),
    /// A machine, by a name to print, and the unit's parameters in it.
    Machine(String, Value),
}

/// Sizes of a unit.
#[derive(Clone, Debug)]
pub struct Sizing {
    base: Base,
    settings: Vec<String>,
}

impl From<&str> for Sizing {
    fn from(preset: &str) -> Self {
        Self { base: Base::Preset(preset.to_string()), settings: Vec::new() }
    }
}

impl fmt::Display for Sizing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Base::Preset(name) | Base::Machine(name, _)) = &self.base;
        write!(f, "{name}{}", self.settings.iter().map(|s| format!(", {s}")).join(""))
    }
}

impl Sizing {
    /// The sizes of the unit called `unit` in a machine that `D` declares, which is printed as `name`.
    pub fn of_machine<D: Declaration>(
        name: &str,
        sizes: &Sizes,
        unit: &str,
    ) -> Result<Self, SizingError> {
        let mut find = Find { unit, found: None };
        let Ok(()) = D::instances(sizes, &mut find);
        let params = find.found.ok_or_else(|| SizingError::Absent(unit.to_string()))?;
        Ok(Self { base: Base::Machine(name.to_string(), params), settings: Vec::new() })
    }

    /// The same with sizes changed, each written as `KEY=VALUE`.
    pub fn with(mut self, settings: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.settings.extend(settings.into_iter().map(Into::into));
        self
    }

    /// The name of the preset, if the sizes are exactly one.
    pub fn preset(&self) -> Option<&str> {
        match &self.base {
            Base::Preset(name) if self.settings.is_empty() => Some(name),
            _ => None,
        }
    }

    /// The parameters of unit `R`.
    pub fn params<R: Unit>(&self) -> Result<R::Params, SizingError> {
        let mut params = match &self.base {
            Base::Preset(name) => {
                let preset = R::preset(name).ok_or_else(|| SizingError::Preset {
                    unit: R::NAME,
                    name: name.clone(),
                    known: R::preset_names(),
                })?;
                serde_json::to_value(preset).unwrap_or_default()
            }
            Base::Machine(_, params) => params.clone(),
        };
        for setting in &self.settings {
            let (key, value) =
                setting.split_once('=').ok_or_else(|| SizingError::Form(setting.clone()))?;
            set::<R>(&mut params, key, value)?;
        }
        // Every value has been checked alone, and has the type that was there.
        let refuse = |error: serde_json::Error| SizingError::Value {
            unit: R::NAME,
            key: "sizes".into(),
            value: params.to_string(),
            expected: error.to_string(),
        };
        let params: R::Params = serde_json::from_value(params.clone()).map_err(refuse)?;
        match R::conflict(&params) {
            None => Ok(params),
            Some(conflict) => Err(SizingError::Conflict { unit: R::NAME, conflict }),
        }
    }
}

fn set<R: Unit>(params: &mut Value, key: &str, value: &str) -> Result<(), SizingError> {
    let fields = params.as_object_mut();
    let known = || -> Vec<String> {
        let preset = serde_json::to_value(R::tiny()).unwrap_or_default();
        preset.as_object().into_iter().flatten().map(|(key, _)| key.clone()).collect()
    };
    let Some(field) = fields.and_then(|fields| fields.get_mut(key)) else {
        return Err(SizingError::Key { unit: R::NAME, key: key.to_string(), known: known() });
    };
    let bad = |expected: String| SizingError::Value {
        unit: R::NAME,
        key: key.to_string(),
        value: value.to_string(),
        expected,
    };
    if !field.is_number() {
        *field = Value::String(value.to_string());
        let outcome: Result<R::Params, _> = serde_json::from_value(params.clone());
        return outcome.map(drop).map_err(|error| bad(error.to_string()));
    }
    let allowed = limit::<R>(key);
    let expected = || allowed.map_or("a number".to_string(), |allowed| allowed.to_string());
    let number: u32 = value.parse().map_err(|_| bad(expected()))?;
    if allowed.is_some_and(|allowed| !allowed.has(number)) {
        return Err(bad(expected()));
    }
    *field = number.into();
    Ok(())
}

/// What the size `key` of unit `R` may be.
fn limit<R: Unit>(key: &str) -> Option<&'static Allowed> {
    R::LIMITS.iter().find(|(known, _)| *known == key).map(|(_, allowed)| allowed)
}

/// Looks for the parameters of a unit.
struct Find<'a> {
    unit: &'a str,
    found: Option<Value>,
}

impl InstanceVisitor for Find<'_> {
    type Error = Infallible;

    fn instance<R: Unit>(
        &mut self,
        _name: &'static str,
        _count: Count,
        params: Option<R::Params>,
    ) -> Result<(), Infallible> {
        if R::NAME == self.unit {
            self.found = params.and_then(|params| serde_json::to_value(params).ok());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{for_unit, UNITS};
    use heddle_hw::agt::Agt;
    use heddle_hw::kit::unit::UnitVisitor;
    use heddle_hw::kit::Spec;

    fn agt(settings: &[&str]) -> Result<heddle_hw::agt::pins::Params, String> {
        let sizing = Sizing::from("paper").with(settings.iter().copied());
        sizing.params::<Agt>().map_err(|error| error.to_string())
    }

    #[test]
    fn sizes_are_those_of_the_preset_but_for_what_is_set() {
        let organisation = heddle_hw::agt::pins::Organisation::TwoWay;
        let params = agt(&["entries=256", "organisation=two-way"]).expect("it may be");
        assert_eq!((params.entries, params.organisation), (256, organisation));
        assert_eq!(agt(&[]).expect("a preset"), Agt::paper());
    }

    #[test]
    fn what_a_unit_cannot_be_is_refused_with_what_it_can() {
        let refused = |setting| agt(&[setting]).expect_err("refused");
        assert_eq!(
            refused("entries=100"),
            "agt: entries=100: it must be a power of two from 4 to 65536"
        );
        assert_eq!(
            refused("entries=many"),
            "agt: entries=many: it must be a power of two from 4 to 65536"
        );
        assert_eq!(
            refused("places=4"),
            "agt has no size called places; it has: entries, organisation"
        );
        assert_eq!(refused("entries"), "setting `entries` is not of the form KEY=VALUE");
        assert!(refused("organisation=tree").contains("linear-probing"));
    }

    /// Each may be, but the unit would wait forever.
    #[test]
    fn sizes_that_a_unit_cannot_have_together_are_refused_with_what_may_be() {
        let dgb = |settings: &[&str]| {
            let sizing = Sizing::from("tiny").with(settings.iter().copied());
            sizing.params::<heddle_hw::dgb::Dgb>().map_err(|error| error.to_string())
        };
        let said =
            "dgb: edges=16 is less than two chunks of chunk_bytes=128: it must be at least 64";
        assert_eq!(dgb(&["chunk_bytes=128"]), Err(said.to_string()));
        assert!(dgb(&["chunk_bytes=128", "edges=64"]).is_ok());
    }

    struct Limited;

    impl UnitVisitor for Limited {
        type Output = ();

        fn visit<R: Spec>(self) {
            for (preset, params) in R::presets() {
                assert_eq!(R::conflict(&params), None, "{} at {preset}", R::NAME);
                let fields = serde_json::to_value(params).expect("plain numbers and words");
                for (key, value) in fields.as_object().expect("a structure") {
                    let Some(number) = value.as_u64() else { continue };
                    let allowed = limit::<R>(key);
                    let allowed =
                        allowed.unwrap_or_else(|| panic!("{}.{key} has no limit", R::NAME));
                    assert!(allowed.has(number as u32), "{}.{key} at {preset}", R::NAME);
                }
            }
        }
    }

    #[test]
    fn every_size_of_every_unit_has_a_limit_and_every_preset_keeps_it() {
        for unit in UNITS {
            for_unit(unit, Limited).expect("a unit");
        }
    }
}
