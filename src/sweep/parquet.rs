//! Tables as Parquet: each column of the narrowest type that holds all its values.

use super::columns::Table;
use crate::results::Scalar;
use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use std::sync::Arc;

/// Kind of the values of a column.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Bool,
    Integer,
    Number,
    Text,
}

impl Kind {
    /// Of a column; one without values has texts.
    fn of<'a>(values: impl Iterator<Item = &'a Scalar>) -> Self {
        let kinds = values.filter_map(|value| match value {
            Scalar::Null => None,
            Scalar::Bool(_) => Some(Self::Bool),
            Scalar::Integer(_) => Some(Self::Integer),
            Scalar::Number(_) => Some(Self::Number),
            Scalar::Text(_) => Some(Self::Text),
        });
        kinds.reduce(Self::both).unwrap_or(Self::Text)
    }

    /// The kind that holds both.
    fn both(self, other: Self) -> Self {
        match (self, other) {
            (a, b) if a == b => a,
            (Self::Integer, Self::Number) | (Self::Number, Self::Integer) => Self::Number,
            _ => Self::Text,
        }
    }

    fn physical(self) -> (Physical, ConvertedType) {
        match self {
            Self::Bool => (Physical::BOOLEAN, ConvertedType::NONE),
            Self::Integer => (Physical::INT64, ConvertedType::NONE),
            Self::Number => (Physical::DOUBLE, ConvertedType::NONE),
            Self::Text => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
        }
    }
}

/// Returns the bytes of the file.
pub fn write(table: &Table) -> anyhow::Result<Vec<u8>> {
    let column = |index: usize| table.rows.iter().map(move |row| &row[index]);
    let kinds: Vec<Kind> = (0..table.names.len()).map(|index| Kind::of(column(index))).collect();
    let fields = table.names.iter().zip(&kinds).map(|(name, kind)| {
        let (physical, converted) = kind.physical();
        let field = Type::primitive_type_builder(name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_converted_type(converted);
        Ok(Arc::new(field.build()?))
    });
    let fields = fields.collect::<anyhow::Result<Vec<_>>>()?;
    let schema = Arc::new(Type::group_type_builder("study").with_fields(fields).build()?);
    let mut file =
        SerializedFileWriter::new(Vec::new(), schema, Arc::new(WriterProperties::default()))?;
    let mut group = file.next_row_group()?;
    for (index, kind) in kinds.iter().enumerate() {
        let mut writer = group.next_column()?.expect("as many columns as fields");
        fill(&mut writer, *kind, column(index))?;
        writer.close()?;
    }
    group.close()?;
    Ok(file.into_inner()?)
}

fn fill<'a>(
    writer: &mut SerializedColumnWriter,
    kind: Kind,
    values: impl Iterator<Item = &'a Scalar>,
) -> anyhow::Result<()> {
    match kind {
        Kind::Bool => batch::<BoolType>(writer, values, |value| match value {
            Scalar::Bool(value) => Some(*value),
            _ => None,
        }),
        Kind::Integer => batch::<Int64Type>(writer, values, |value| match value {
            Scalar::Integer(value) => Some(*value),
            _ => None,
        }),
        Kind::Number => batch::<DoubleType>(writer, values, Scalar::number),
        Kind::Text => batch::<ByteArrayType>(writer, values, |value| match value {
            Scalar::Null => None,
            value => Some(ByteArray::from(value.to_string().into_bytes())),
        }),
    }
}

/// Writes those values that there are, and which places have one.
fn batch<'a, T: DataType>(
    writer: &mut SerializedColumnWriter,
    values: impl Iterator<Item = &'a Scalar>,
    value: impl Fn(&Scalar) -> Option<T::T>,
) -> anyhow::Result<()> {
    let (mut present, mut levels) = (Vec::new(), Vec::new());
    for scalar in values {
        let value = value(scalar);
        levels.push(i16::from(value.is_some()));
        present.extend(value);
    }
    writer.typed::<T>().write_batch(&present, Some(&levels), None)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    #[test]
    fn a_column_is_read_back_as_the_narrowest_type_that_holds_its_values() {
        let text = |text: &str| Scalar::Text(text.into());
        let table = Table {
            names: ["flag", "count", "rate", "name", "mixed", "none"].map(str::to_owned).into(),
            rows: vec![
                vec![
                    Scalar::Bool(true),
                    Scalar::Integer(3),
                    Scalar::Integer(1),
                    text("a"),
                    text("x"),
                    Scalar::Null,
                ],
                vec![
                    Scalar::Null,
                    Scalar::Integer(-4),
                    Scalar::Number(0.5),
                    Scalar::Null,
                    Scalar::Integer(7),
                    Scalar::Null,
                ],
            ],
        };
        let bytes = write(&table).expect("it is written");
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).expect("it is Parquet");
        let rows: Vec<Vec<(String, Field)>> = reader
            .get_row_iter(None)
            .expect("rows")
            .map(|row| row.expect("a row").into_columns())
            .collect();
        let field = |row: usize, column: usize| rows[row][column].1.clone();
        assert_eq!(rows.len(), 2);
        assert_eq!([field(0, 0), field(1, 0)], [Field::Bool(true), Field::Null]);
        assert_eq!([field(0, 1), field(1, 1)], [Field::Long(3), Field::Long(-4)]);
        assert_eq!([field(0, 2), field(1, 2)], [Field::Double(1.0), Field::Double(0.5)]);
        assert_eq!([field(0, 3), field(1, 3)], [Field::Str("a".into()), Field::Null]);
        assert_eq!([field(0, 4), field(1, 4)], [Field::Str("x".into()), Field::Str("7".into())]);
        assert_eq!([field(0, 5), field(1, 5)], [Field::Null, Field::Null]);
    }
}
