#pragma once

#include <apps/pgm/options/options.hpp>
#include <apps/pgm/shell/session.hpp>
#include <io/data_file.hpp>
#include <io/file/byte_source.hpp>
#include <io/options/data_options.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace pgm::apps {

/// The options that say how a data set is read, shared by all commands that read one.
struct DataChoices {
    std::string delimiter;
    std::string decimal;
    std::string encoding = "utf-8";
    std::optional<std::string> missing;  ///< "" is the empty cell alone
    std::string discrete;
    std::string continuous;
    std::string ignored;
    std::string weights;
    std::string dates;  ///< empty: numbers
    bool no_header = false;
    std::size_t threads = 0;  ///< that read it, as --threads of the command says
    /// The columns of dates in the tables that were read, whose numbers identify no rows.
    std::shared_ptr<std::set<std::string>> dates_found = std::make_shared<std::set<std::string>>();

    void add_to(Options& options);

    /// The argument DATA of a command that reads a table.
    static void add_argument(Options& options, std::string& path);
    /// Adds one or more files that are read as one table.
    static void add_arguments(Options& options, std::vector<std::string>& paths,
                              Options::Empty empty = Options::Empty::refused);

    /// The options of the reader. `declared` are columns that the command itself knows the type
    /// of; what the options say goes before. Throws UsageError for a text that is none.
    io::DataOptions reader_options(std::vector<io::ColumnDeclaration> declared = {}) const;

    /// Reads a table; "-" is standard input. The time goes to the timings.
    Dataset read(Session& session, const io::TableFiles& files,
                 std::vector<io::ColumnDeclaration> declared = {}) const;
    /// Reads a table to learn from or to test: throws ParseError for a table without rows.
    Dataset read_rows(Session& session, const io::TableFiles& files,
                      std::vector<io::ColumnDeclaration> declared = {}) const;
    /// Reads the rows of a table that a model is asked about, cells as they are written: states and
    /// columns that the model does not have are texts, which standard input, that is read once,
    /// cannot be asked for. Dates of which the model has parts come as these.
    Dataset read_for(Session& session, const std::string& path,
                     const BayesianNetwork& network) const;
    /// The rows for learning: without columns of texts that are too long to be states, which are
    /// named. Throws ArgumentError where the class is one of them.
    Dataset read_to_learn(Session& session, const io::TableFiles& files,
                          std::vector<io::ColumnDeclaration> declared = {},
                          const std::string& class_name = {}) const;
    /// In parts where that is possible.
    Rows open(Session& session, const io::TableFiles& files) const;
    /// Opens a table for read_to_learn() that is in memory only if it has to be: it comes in parts
    /// if `admits` allows it (io::open_data()), no text is too long, and no column is one that
    /// identifies rows, whose states would take as much memory as the table. Over ranks, the parts
    /// are those of the share of this one (sources::open_share()).
    Rows open_to_learn(Session& session, const io::TableFiles& files,
                       std::vector<io::ColumnDeclaration> declared, const std::string& class_name,
                       const io::ColumnCheck& admits) const;
    /// Calls `take` with the rows of a table, a part after the other where that is possible.
    void for_each_part(const io::TableFiles& files, std::vector<io::ColumnDeclaration> declared,
                       const Rows::Visit& take) const;
    /// Reads a stream that is open.
    Dataset read(Session& session, io::ByteSource& source) const;

    /// A table to be read block by block, in one pass: the variables of `schema` and the columns of
    /// these names, as text; what the options declare goes before.
    io::TableBlocks blocks(const std::string& path, std::span<const Variable> schema,
                           const std::vector<std::string>& as_text = {}) const;

private:
    Rows open_table(Session& session, const io::TableFiles& files, const io::DataOptions& options,
                    const io::ColumnCheck& admits) const;
};

/// Declarations of the variables of a model that are parts of dates ('month of admitted'), and
/// others. They are made of the columns of dates where a table does not have them.
std::vector<io::ColumnDeclaration> with_parts_of_dates(
    std::span<const Variable> variables, std::vector<io::ColumnDeclaration> others = {});

/// The next block of so many rows; null at the end. The time goes to the timings.
std::optional<Dataset> next_block(Session& session, const io::TableBlocks& blocks,
                                  std::size_t rows);

/// The number of rows of which a classifier predicts so many at a time that table, predictions and
/// what is in between take a few megabytes.
std::size_t rows_of_block(const Classifier& classifier);

/// True if the name is that of an ARFF file, which declares the types of its columns itself.
bool is_arff(const std::string& path);

/// Numbers in the class column of a CSV file are names of classes, kept as they are written. (ARFF
/// declares its types itself.)
std::vector<io::ColumnDeclaration> class_declaration(const std::string& path,
                                                     const std::string& class_name);

/// Says so where the class has nearly as many values as there are rows with a class. A class that
/// is no column is passed over.
void say_class_of_many_values(const Dataset& data, const std::string& class_name);
void say_class_of_many_values(const Variable& target, std::uint64_t rows);

}  // namespace pgm::apps
