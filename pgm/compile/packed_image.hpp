#pragma once

#include <pgm/compile/image.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace pgm {

/// The steps of an image as whole numbers, in the order in which an interpreter reads them. A
/// *place* is four times the cell of a table and the number of its Image::Space.
struct PackedImage {
    using Numbers = std::vector<std::int64_t>;

    /// Four of each step: the places of out, a and b, and where its shape begins among the shapes.
    Numbers steps;
    std::size_t forward = 0;  ///< steps until P(e) is there
    Numbers roots;            ///< places; that of a one where there are none
    /// Of each choice the places of a and b, how many variables are given and how many chosen, and
    /// of each of these its number, its states and how they move a and b.
    Numbers choices;
};

/// What the interpreters of some images of one network share: equal tables of constants, and equal
/// shapes of steps, are kept once.
class ImagePool {
public:
    using Numbers = PackedImage::Numbers;

    PackedImage add(const Image& image);

    const std::vector<double>& constants() const { return constants_; }
    /// Where each table ends among the constants, and the next one begins.
    const std::vector<std::size_t>& table_ends() const { return table_ends_; }
    /// Of each shape: 1 for the largest in place of the sum + 2 to scale the result, the number of
    /// loops, that of the outer ones, which run over the result, and of every loop how often it
    /// runs and how it moves a and b once the loops within have ended.
    const Numbers& shapes() const { return shapes_; }
    std::int64_t most_loops() const { return most_loops_; }  ///< of a step, at least 1
    /// Those of images for interventions, by variable, with their first cells among constants();
    /// none of them lies in the place of another.
    const std::vector<Image::OwnTable>& own_tables() const { return own_tables_; }

private:
    std::int64_t place(const Image& image, const Image::Table& table, std::size_t cells);
    void add_step(const Image& image, const Image::Step& step, PackedImage& packed);
    void add_choice(const Image& image, const Image::StateChoice& choice, PackedImage& packed);
    Numbers shape_of(const Image& image, const Image::Step& step);

    /// The table that is a variable's own, the number of variables for all others, and its numbers.
    using TableKey = std::pair<std::size_t, std::vector<double>>;
    std::map<TableKey, std::size_t> place_of_;
    std::map<Numbers, std::size_t> place_of_shape_;
    std::vector<double> constants_;
    std::vector<std::size_t> table_ends_;
    Numbers shapes_;
    std::int64_t most_loops_ = 1;
    std::vector<Image::OwnTable> own_tables_;
};

}  // namespace pgm
