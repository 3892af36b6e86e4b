#pragma once

#include <io/file/byte_source.hpp>
#include <io/options/data_options.hpp>
#include <pgm/data/dataset.hpp>

#include <string_view>

namespace pgm::io {

/// Reads a table of data in Weka's attribute-relation file format; docs/formats.md tells the rules
/// in full.
///
///  - Keywords in any case, blanks and tabs anywhere between words, names and values bare or in
///    single or double quotes with backslash escapes, `%` comments.
///  - A nominal attribute becomes a discrete column with the declared states in their order,
///    whether they occur or not; numeric, real and integer ones become continuous; string and date
///    ones become discrete columns of what occurs, in the order of sort_states().
///  - `?` is a missing cell, a quoted '?' is a value.
///  - A sparse row {3 x, 5 1.5} gives a cell it leaves out the number 0 or the first declared
///    state.
///  - A weight in braces behind a row is the row's weight; rows without one weigh 1.
///
/// Declarations in `options` overrule the file: a nominal attribute of numbers may be read as
/// continuous and the other way round. Throws ParseError with file:line:column, ArgumentError for
/// options that name no column, TooLargeError past options.limits, IoError.
Dataset read_arff(ByteSource& source, const DataOptions& options = {});
Dataset read_arff(std::string_view text, const DataOptions& options = {});

}  // namespace pgm::io
