#pragma once

#include <apps/pgm/report/fit_report.hpp>
#include <io/data_file.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/rows.hpp>

#include <string>

namespace pgm::apps {

/// Counts the rows of a pass for the report before they are taken.
class CountedPass {
public:
    CountedPass(FittedRows& rows, const std::string& class_name, const Rows::Visit& take)
        : rows_(rows), class_name_(class_name), take_(take) {
        rows_ = {};
    }

    void operator()(const Dataset& part) const;

private:
    FittedRows& rows_;
    const std::string& class_name_;
    const Rows::Visit& take_;
};

/// The rows of a table to learn from. Those in parts are counted for the report by each pass. The
/// arguments must live as long.
Rows counted_rows(const Rows& table, const std::string& class_name, FittedRows& rows);

/// Words that distinguish a table from others: the names, sizes and times of its files, and how it
/// is read. Throws UsageError for what has no rows that can be read again in the same order:
/// standard input, a pipe, a database.
std::string table_identity(const io::TableFiles& files, const io::DataOptions& options);

}  // namespace pgm::apps
