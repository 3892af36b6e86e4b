#pragma once

#include <io/network_file.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pgm::tests {

/// The row of io::network_formats() that has this suffix, ".net". Throws std::out_of_range where
/// there is none.
const io::NetworkFormat& format_of(std::string_view suffix);

/// A format as the tests of its texts call it. Errors name a text "x.net", by the suffix.
class TextFormat {
public:
    explicit TextFormat(std::string_view suffix);

    io::ReadResult read(std::string_view text, const Limits& limits = {}) const;
    /// The first line of the error that reading throws; "" if it throws none.
    std::string error_of(std::string_view text, const Limits& limits = {}) const;
    std::string written(const BayesianNetwork& network) const;
    /// The losses of writing; none where the format never has any.
    std::vector<std::string> losses(const BayesianNetwork& network) const;
    bool recognises(std::string_view first_bytes) const;

private:
    const io::NetworkFormat& row_;
    std::string name_;
};

}  // namespace pgm::tests
