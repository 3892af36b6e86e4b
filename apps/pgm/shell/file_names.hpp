#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pgm::apps {

// The names of files on the command line, checked before any work begins. The first three compare
// what a suffix says with what a command takes in its place, and throw ArgumentError that says what
// the file is and what to type.

/// Refuses a data set where a model belongs.
void require_model(const std::string& path);

/// Refuses a model where a data set belongs.
void require_table(const std::string& path);

/// Refuses a table and a model in the wrong order: "pgm predict m.pgmodel t.csv".
void refuse_swapped(const std::string& command, const std::string& model, const std::string& data);

/// Names of a command's output, for a refusal.
struct OutputWords {
    std::string_view what;     ///< "the samples"
    std::string_view made_of;  ///< "they are made from"
};

/// Throws UsageError when the file to be written is one of those that the command reads, under
/// whatever name: written over, what it is made from would be lost. "-" among the inputs is what
/// standard input was redirected from; empty texts and those that name no file are none.
void refuse_to_overwrite(const std::string& output, const std::vector<std::string>& inputs,
                         OutputWords words);

/// Throws UsageError where --json and a model would both go to standard output.
void refuse_two_outputs(bool json, const std::string& output);

/// Refuses a name for a model that tells no format before there is a model: "model", "model.pkl".
void require_model_name(const std::string& output);

/// Throws UsageError for the name of a file that ends like something else than a table of text,
/// which `what` is written as: "the samples". Names without an ending are good.
void require_table_name(const std::string& output, std::string_view what);

}  // namespace pgm::apps
