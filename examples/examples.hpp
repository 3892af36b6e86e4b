#pragma once

#include <pgm/classify/classifier.hpp>
#include <pgm/model/network.hpp>

#include <iosfwd>
#include <span>
#include <variant>

/// The textbook examples: small networks built in code or learned from a table, the questions their
/// books ask of them, and the numbers the books print.
///
/// Each lives in a file of its own, is a page of the command line (`pgm example sprinkler`), a page
/// to click (explore/page_to_click.hpp) and a test (its output is kept in examples/expected). The
/// networks are there for other uses, too: in tests, in documentation, to play with.
namespace pgm::examples {

/// What an example is about.
using ExampleModel = std::variant<BayesianNetwork, Classifier>;

/// One example: its name on the command line, one line about it, what prints it, and its model, of
/// several the one that it begins with.
struct Example {
    const char* name;
    const char* title;
    void (*run)(std::ostream& out);
    ExampleModel (*model)();
};

/// All of them, in the order in which a beginner may read them.
std::span<const Example> textbook_examples();

}  // namespace pgm::examples
