#pragma once

#include <pgm/compile/detail/c_text.hpp>
#include <pgm/compile/image.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace pgm::detail {

/// The tables of an image as expressions of C, "s + 12". Constants that are read from memory are
/// collected in one array, which `print()` declares.
class CTables {
public:
    CTables(const Image& image, std::string constants)
        : image_(image), constants_(std::move(constants)) {}

    /// The first cell of a table of so many.
    std::string first(const Image::Table& table, std::size_t cells);
    /// The declaration of the constants asked for; empty if none were.
    std::string print(const CStyle& style) const;

private:
    const Image& image_;
    std::string constants_;  ///< the name of the array
    std::vector<double> numbers_;
    std::map<std::pair<std::uint32_t, std::size_t>, std::size_t> places_;
};

/// A step as nested loops with constant bounds. The cells that an iteration of the outer ones makes
/// are local variables, for a compiler to keep in registers.
std::string c_loops(const Image& image, const Image::Step& step, CTables& tables,
                    const CStyle& style);

/// The states of an explanation, read off the tables that its maxima were made of.
std::string c_choices(const Image& image, CTables& tables, const CStyle& style);

}  // namespace pgm::detail
