//! Rows as Parquet.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, FixedLenByteArray, FixedLenByteArrayType, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;

use super::cell::Cell;
use super::error::ArchiveError;
use super::tables::{Kind, Table};

/// Rows of a row group, unless a log has more by itself.
const GROUP_ROWS: usize = 1 << 16;
/// A row group with more rows than any log has records is not one of ours.
const GROUP_ROWS_MAX: i64 = 1 << 23;
/// A page is packed by itself. In one as long as Zstandard looks back at this level, an army list that comes again in
/// the next round of an event, some ninety logs later, takes hardly any space.
const PAGE_BYTES: usize = 4 << 20;
/// How hard Zstandard works: past 9 little is won for much time.
const LEVEL: i32 = 9;

/// The Parquet schema of a table.
fn schema(table: &Table) -> String {
    let column = |(name, kind): &(&str, Kind)| match kind {
        Kind::Bool => format!("optional boolean {name};"),
        Kind::Int | Kind::Steps => format!("optional int64 {name};"),
        Kind::Time => format!("optional int64 {name} (TIMESTAMP(MILLIS,true));"),
        Kind::Word | Kind::Text => format!("optional binary {name} (STRING);"),
        Kind::Bytes => format!("optional binary {name};"),
        Kind::Hash => format!("optional fixed_len_byte_array(32) {name};"),
    };
    let columns: Vec<String> = table.columns.iter().map(column).collect();
    format!("message {} {{ {} }}", table.name, columns.join(" "))
}

fn properties(table: &Table) -> Result<WriterProperties, ParquetError> {
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
        .set_data_page_size_limit(PAGE_BYTES)
        .set_data_page_row_count_limit(GROUP_ROWS)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_created_by(concat!("adjutant ", env!("CARGO_PKG_VERSION")).to_owned());
    for (name, kind) in table.columns {
        let path = ColumnPath::from(*name);
        properties = match kind {
            Kind::Steps | Kind::Time => properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED),
            Kind::Text | Kind::Bytes => properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_statistics_enabled(path, EnabledStatistics::None),
            Kind::Bool | Kind::Int | Kind::Word | Kind::Hash => properties,
        };
    }
    Ok(properties.build())
}

/// Writes a table, row group by row group.
pub(super) struct Writer {
    table: &'static Table,
    path: PathBuf,
    file: SerializedFileWriter<File>,
    columns: Vec<Vec<Cell>>,
    /// How many rows were written or wait to be.
    pub rows: u64,
}

impl Writer {
    /// Makes the file; one that is there is overwritten.
    pub fn create(table: &'static Table, path: &Path) -> Result<Writer, ArchiveError> {
        let broken = |error: ParquetError| ArchiveError::broken(path, error);
        let file = File::create(path).map_err(|error| ArchiveError::file(path, error))?;
        let schema = Arc::new(parse_message_type(&schema(table)).map_err(broken)?);
        let properties = Arc::new(properties(table).map_err(broken)?);
        let file = SerializedFileWriter::new(file, schema, properties).map_err(broken)?;
        let columns = vec![Vec::new(); table.columns.len()];
        Ok(Writer { table, path: path.to_path_buf(), file, columns, rows: 0 })
    }

    /// Takes a row.
    pub fn push(&mut self, row: Vec<Cell>) {
        for (column, cell) in self.columns.iter_mut().zip(row) {
            column.push(cell);
        }
        self.rows += 1;
    }

    /// Between two logs: writes a row group where enough rows wait, so that no log spans two of them.
    pub fn rest(&mut self) -> Result<(), ArchiveError> {
        if self.columns.first().is_some_and(|column| column.len() >= GROUP_ROWS) { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), ArchiveError> {
        let path = &self.path;
        let broken = |error: ParquetError| ArchiveError::broken(path, error);
        let mut group = self.file.next_row_group().map_err(broken)?;
        for (column, (_, kind)) in self.columns.iter_mut().zip(self.table.columns) {
            write_column(&mut group, std::mem::take(column), *kind).map_err(broken)?;
        }
        group.close().map_err(broken)?;
        Ok(())
    }

    /// Brings everything to the disk.
    pub fn finish(mut self) -> Result<(), ArchiveError> {
        if self.columns.first().is_some_and(|column| !column.is_empty()) {
            self.flush()?;
        }
        let path = self.path;
        let file = self.file.into_inner().map_err(|error| ArchiveError::broken(&path, error))?;
        file.sync_all().map_err(|error| ArchiveError::file(&path, error))
    }
}

fn write_column(
    group: &mut SerializedRowGroupWriter<'_, File>,
    cells: Vec<Cell>,
    kind: Kind,
) -> Result<(), ParquetError> {
    let defined: Vec<i16> = cells.iter().map(|cell| i16::from(*cell != Cell::Null)).collect();
    let missing = || ParquetError::General("the table has more columns than its file".to_owned());
    let mut column = group.next_column()?.ok_or_else(missing)?;
    match kind {
        Kind::Bool => {
            let values: Vec<bool> = cells
                .iter()
                .filter_map(|cell| if let Cell::Bool(value) = cell { Some(*value) } else { None })
                .collect();
            column.typed::<BoolType>().write_batch(&values, Some(&defined), None)?;
        }
        Kind::Int | Kind::Steps | Kind::Time => {
            let values: Vec<i64> = cells.iter().filter_map(Cell::as_int).collect();
            column.typed::<Int64Type>().write_batch(&values, Some(&defined), None)?;
        }
        Kind::Word | Kind::Text | Kind::Bytes => {
            let values: Vec<ByteArray> = bytes(cells).map(ByteArray::from).collect();
            column.typed::<ByteArrayType>().write_batch(&values, Some(&defined), None)?;
        }
        Kind::Hash => {
            let values: Vec<FixedLenByteArray> = bytes(cells).map(FixedLenByteArray::from).collect();
            column.typed::<FixedLenByteArrayType>().write_batch(&values, Some(&defined), None)?;
        }
    }
    column.close()
}

fn bytes(cells: Vec<Cell>) -> impl Iterator<Item = Vec<u8>> {
    cells.into_iter().filter_map(|cell| if let Cell::Bytes(bytes) = cell { Some(bytes) } else { None })
}

/// How many rows are decoded at once where nobody says how many he needs.
const WINDOW: u64 = 1 << 12;

/// Reads the rows of a table by their numbers. Keeps some behind the last one; the rows between two that are asked for in
/// turn are passed over and not decoded.
pub(super) struct Cursor {
    path: PathBuf,
    file: SerializedFileReader<File>,
    table: &'static Table,
    /// The number of the first row of each row group, and at the end how many rows there are.
    starts: Vec<u64>,
    /// The row group that is being read, the next row of it, and its columns.
    group: Option<(usize, u64, Vec<ColumnReader>)>,
    /// The first row that is decoded, and the columns from there on.
    window: (u64, Vec<Vec<Cell>>),
    /// How many rows were decoded.
    pub decoded: u64,
}

impl Cursor {
    /// Opens a file of a table.
    pub fn open(table: &'static Table, path: &Path) -> Result<Cursor, ArchiveError> {
        let file = File::open(path).map_err(|error| ArchiveError::file(path, error))?;
        let file = SerializedFileReader::new(file).map_err(|error| ArchiveError::broken(path, error))?;
        let about = file.metadata();
        let found = about.file_metadata().schema_descr();
        let wanted = parse_message_type(&schema(table)).map_err(|error| ArchiveError::broken(path, error))?;
        if *found.root_schema() != wanted {
            return Err(ArchiveError::broken(path, format!("its columns are not those of the table `{}`", table.name)));
        }
        let mut starts = vec![0];
        let mut rows = 0;
        for group in about.row_groups() {
            let own = group.num_rows();
            if !(0..=GROUP_ROWS_MAX).contains(&own) {
                return Err(ArchiveError::broken(path, format!("it says that {own} rows stand together")));
            }
            rows += own.unsigned_abs();
            starts.push(rows);
        }
        Ok(Cursor { path: path.to_path_buf(), file, table, starts, group: None, window: (0, Vec::new()), decoded: 0 })
    }

    /// How many rows there are.
    pub fn rows(&self) -> u64 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The row of a number, from 0.
    pub fn row(&mut self, number: u64) -> Result<Vec<Cell>, ArchiveError> {
        if number >= self.rows() {
            return Err(ArchiveError::broken(&self.path, format!("it has {} rows; more are due", self.rows())));
        }
        if !self.holds(number) {
            self.decode(number, WINDOW)?;
        }
        let at = usize::try_from(number - self.window.0).unwrap_or(usize::MAX);
        Ok(self.window.1.iter().map(|column| column.get(at).cloned().unwrap_or(Cell::Null)).collect())
    }

    fn holds(&self, number: u64) -> bool {
        let rows = self.window.1.first().map_or(0, Vec::len) as u64;
        (self.window.0..self.window.0 + rows).contains(&number)
    }

    /// Decodes rows from a number on, so many of them as stand in its row group.
    pub fn decode(&mut self, number: u64, rows: u64) -> Result<(), ArchiveError> {
        let index = self.starts.partition_point(|start| *start <= number) - 1;
        let Some(end) = self.starts.get(index + 1).filter(|_| rows > 0 && !self.holds(number)) else { return Ok(()) };
        let rows = rows.min(end - number);
        let (at, columns) = match self.group.take().filter(|(own, next, _)| *own == index && *next <= number) {
            Some((_, next, columns)) => (next, Ok(columns)),
            None => (self.starts[index], self.columns(index)),
        };
        let (pass, take) = (usize::try_from(number - at), usize::try_from(rows));
        let (pass, take) = (pass.unwrap_or(usize::MAX), take.unwrap_or(usize::MAX));
        let read = columns.and_then(|mut columns| {
            let cells =
                columns.iter_mut().map(|column| read_column(column, pass, take)).collect::<Result<Vec<_>, _>>()?;
            Ok((columns, cells))
        });
        let (columns, cells) = read.map_err(|error| ArchiveError::broken(&self.path, error))?;
        self.decoded += rows;
        self.group = Some((index, number + rows, columns));
        self.window = (number, cells);
        Ok(())
    }

    fn columns(&self, group: usize) -> Result<Vec<ColumnReader>, ParquetError> {
        let group = self.file.get_row_group(group)?;
        (0..self.table.columns.len()).map(|index| group.get_column_reader(index)).collect()
    }
}

fn read_column(column: &mut ColumnReader, pass: usize, rows: usize) -> Result<Vec<Cell>, ParquetError> {
    match column {
        ColumnReader::BoolColumnReader(column) => cells::<BoolType>(column, pass, rows, Cell::Bool),
        ColumnReader::Int64ColumnReader(column) => cells::<Int64Type>(column, pass, rows, Cell::Int),
        ColumnReader::ByteArrayColumnReader(column) => {
            cells::<ByteArrayType>(column, pass, rows, |value| Cell::Bytes(value.data().to_vec()))
        }
        ColumnReader::FixedLenByteArrayColumnReader(column) => {
            cells::<FixedLenByteArrayType>(column, pass, rows, |value| Cell::Bytes(value.data().to_vec()))
        }
        _ => Err(ParquetError::General("a column of an unknown kind".to_owned())),
    }
}

fn cells<T: DataType>(
    column: &mut ColumnReaderImpl<T>,
    pass: usize,
    rows: usize,
    cell: impl Fn(T::T) -> Cell,
) -> Result<Vec<Cell>, ParquetError> {
    let (mut defined, mut values) = (Vec::new(), Vec::new());
    let passed = column.skip_records(pass)?;
    let mut read = 0;
    // A page may end in between.
    while read < rows {
        match column.read_records(rows - read, Some(&mut defined), None, &mut values)?.0 {
            0 => break,
            some => read += some,
        }
    }
    if passed != pass || read != rows || defined.len() != rows {
        return Err(ParquetError::General(format!("a column has {read} rows in place of {rows}")));
    }
    let mut values = values.into_iter();
    Ok(defined
        .into_iter()
        .map(|level| if level == 0 { Cell::Null } else { values.next().map_or(Cell::Null, &cell) })
        .collect())
}
