#pragma once

#include <io/file/byte_source.hpp>
#include <io/options/data_options.hpp>
#include <io/options/data_remarks.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace pgm::io {

/// Whether a path has the suffix of a table of data: .csv, .tsv (cells separated by tabs), .txt (by
/// commas, semicolons, tabs, bars or blanks) or .arff, in any case, each also with .gz.
bool is_data_file(const std::string& path);

/// Whether what begins with these bytes, of a stream that has no suffix to tell, can be a table of
/// data: it is no network (is_network()) and no markup. ARFF and CSV are told apart in turn when
/// read.
bool begins_like_data(std::string_view first_bytes);

/// So many first bytes tell what a stream holds.
inline constexpr std::size_t telling_bytes = std::size_t{1} << 16;

/// Reads a table of data by the file's suffix; "-" reads standard input, which is ARFF when its
/// first line that is neither blank nor a comment begins with @, else CSV. options.name is not
/// used, the path is. Throws IoError (also for an unknown suffix), ParseError with
/// file:line:column, ArgumentError, TooLargeError.
Dataset read_data(const std::string& path, const DataOptions& options = {});

/// The same of a source that is open, whose first bytes tell CSV from ARFF.
Dataset read_data(ByteSource& source, const DataOptions& options = {});

/// Both, with what was noticed.
Dataset read_data(const std::string& path, const DataOptions& options, DataRemarks& remarks);
Dataset read_data(ByteSource& source, const DataOptions& options, DataRemarks& remarks);

/// The same in pieces of about `rows` rows, all with the same variables. A CSV file is read twice
/// and never held in memory; other tables are read whole first.
void for_each_data_chunk(const std::string& path, const DataOptions& options, std::size_t rows,
                         const std::function<void(const Dataset&)>& use);

}  // namespace pgm::io
