#pragma once

#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/options/fit_choices.hpp>
#include <apps/pgm/options/options.hpp>
#include <learners/search/constraints.hpp>
#include <pgm/data/unusable_columns.hpp>

#include <span>
#include <string>
#include <vector>

namespace pgm::apps {

/// The columns of a table that are learned from: all but those that identify rows, which stay if a
/// user asks for it, or names them. Shared by `fit`, `evaluate` and `learn`.
class LearnedColumns {
public:
    /// Adds --keep-identifiers.
    void add_to(Options& options);

    /// The table without the columns that identify rows, and remarks that say how to keep them.
    /// Those in `named` stay, and those of --discrete and --numbers.
    NarrowedTable narrowed(const Dataset& data, const DataChoices& table,
                           std::vector<std::string> named) const;
    /// Prints a note for each of these remarks.
    Dataset narrowed_with_notes(const Dataset& data, const DataChoices& table,
                                std::vector<std::string> named) const;

private:
    bool keep_identifiers_ = false;
};

/// The columns that structures name which are written out, and the class.
std::vector<std::string> named_columns(std::span<const NamedChoice> choices,
                                       const std::string& class_name);
/// The columns that the rules of a search name.
std::vector<std::string> named_columns(const learners::Constraints& rules, const Dataset& data);

/// Prints a note on the columns of numbers that may be codes of states, but for the class and those
/// that --numbers names. `taken_as` ends the sentence.
void say_codes(const CodeColumns& codes, const DataChoices& table,
               const std::string& class_name = {}, const std::string& taken_as = {});

/// The columns that have values; the others are named. Throws ArgumentError where there are none.
Dataset with_values(Dataset data);

/// The columns but those of numbers that are all the same, which are named: no density of theirs
/// can be scored, and nothing depends on them.
Dataset without_constant_numbers(Dataset data);

}  // namespace pgm::apps
