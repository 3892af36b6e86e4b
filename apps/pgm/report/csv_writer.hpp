#pragma once

#include <pgm/model/network.hpp>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::apps {

/// The separator of the cells of a file of that name: a tab where it ends in .tsv, also before
/// .gz, else a comma.
char separator_for(const std::string& path);

/// How the cells of a table are written.
struct CsvStyle {
    char separator = ',';
    bool for_people = false;  ///< six significant digits instead of all, as on a terminal

    std::string number(double value) const;
};

/// Writes complete assignments of a network as CSV, one line each, in large pieces. Every state's
/// text is quoted once, beforehand, so a row is a few copies.
class CsvWriter {
public:
    using Sink = std::function<void(std::string_view)>;

    /// Writes the header, the names of the variables.
    CsvWriter(const BayesianNetwork& network, Sink sink, char separator = ',');

    /// One entry per variable in id order in each: the states of discrete variables, the values of
    /// continuous ones, with all digits. A missing value, which is written as an empty cell, is the
    /// state after the last one, or NaN.
    void add(std::span<const StateId> row, std::span<const double> values);

    /// Hands the rest to the sink; nothing is written after it.
    void finish();

private:
    std::vector<std::size_t> first_field_;  ///< of each variable in fields_
    /// The names of the states, and no name, each with the comma or line end that follows it.
    std::vector<std::string> fields_;
    std::vector<char> separator_;  ///< what follows each variable
    std::vector<char> is_continuous_;
    std::string buffer_;
    Sink sink_;
};

}  // namespace pgm::apps
