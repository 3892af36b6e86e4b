#pragma once

#include <io/format/detail/state_finder.hpp>
#include <io/options/read_options.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/model/draft/written.hpp>
#include <pgm/model/network_builder.hpp>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgm::io::detail {

/// A variable of a file, discrete with states, continuous without.
struct FileVariable {
    WrittenName name;
    std::vector<WrittenName> states{};
    std::vector<std::string> annotations{};  ///< Variable::annotations
    Variable::Kind kind = Variable::Kind::chance;
};

/// Makes the variable a utility: states that a file lists for it, "value" say, are left out.
inline void make_utility(FileVariable& variable) {
    variable.kind = Variable::Kind::utility;
    variable.states.clear();
}

/// How a model that formats have names for combines the effects of its causes. A minimum is a
/// noisy-MAX too, of states that count from the other end.
enum class Combination { maximum, minimum };

/// That of a model of Elvira or OpenMarkov: Or, CausalMax, "OR / MAX", Min, "AND / MIN" and the
/// like. Null for all others.
std::optional<Combination> combination_of(std::string_view model);

/// Collects the parts of a file in a NetworkBuilder, which makes the network of them, and what the
/// file has besides: variables first, then families. All formats share it, so that the same mistake
/// has the same message in each of them.
class NetworkAssembly {
public:
    /// The cursor must stand on the text of the file and outlive the assembly.
    NetworkAssembly(TextCursor& cursor, const ReadOptions& options);

    NetworkBuilder& builder() { return builder_; }

    // Problems, which finish() tells with those of the network, in the order of their places.
    void error(std::size_t offset, std::string message, std::string hint = {}) {
        builder_.add_problem(Problem::Severity::error, offset, std::move(message), std::move(hint));
    }
    void warn(std::size_t offset, std::string message, std::string hint = {}) {
        builder_.add_problem(Problem::Severity::warning, offset, std::move(message),
                             std::move(hint));
    }
    void note(std::size_t offset, std::string message, std::string hint = {}) {
        builder_.add_problem(Problem::Severity::note, offset, std::move(message), std::move(hint));
    }

    /// Throws ModelError for a variable of a kind that cannot be read, such as a dynamic one, with
    /// the reason and what to do about it.
    [[noreturn]] void refuse_kind(const WrittenName& variable, std::string_view kind);
    /// The kind of the variable of that name; chance where there is none.
    Variable::Kind kind_of(const WrittenName& name) const {
        const std::optional<VariableId> found = builder_.find(name.text);
        return found ? variable(*found).kind() : Variable::Kind::chance;
    }
    /// Names the network. Control characters, which titles of several lines have, become blanks,
    /// with a note.
    void set_name(WrittenName name);
    /// Notes that the text was read as Latin-1.
    void report_latin1();
    /// The order of the numbers of a table in the XDSL and UAI files of aGrUM, whose first parent
    /// is the fastest, unlike that of the formats; noted once, for the first table of two parents.
    NumberOrder order_of_agrum(const WrittenFamily& family);

    /// Reports a variable without states; `noun` is the word of the format for one.
    void require_states(const FileVariable& variable, std::string_view noun, std::string hint = {});
    /// False after a report of a name that an earlier variable has. Throws TooLargeError beyond the
    /// limits.
    bool add_variable(FileVariable variable);

    /// Adds the distribution of a variable, which is read at the end. The lines become annotations
    /// of the variable.
    void add_family(WrittenFamily family, const std::vector<std::string>& lines = {});
    /// Adds an arc that the file states besides its distributions. Those into a decision are what
    /// is known then, and its only family.
    void add_arc(WrittenName parent, WrittenName child);
    /// Warns that the numbers of a decision, its policy, were left out.
    void leave_policy(const WrittenName& decision, std::size_t offset);
    /// The number of a state; null after a report of one that does not exist.
    std::optional<std::uint32_t> require_state(StateFinder& states, VariableId variable,
                                               const WrittenName& name, std::uint32_t before = 0);
    void report_unknown_state(VariableId variable, const WrittenName& name);
    /// The states of the parents that a row names by their numbers. Throws ParseError unless there
    /// is a number for each; one that is too large for any variable stays so.
    std::vector<std::uint32_t> states_by_number(const std::vector<WrittenName>& numbers,
                                                std::size_t offset, const WrittenFamily& family);
    /// One of ReadOptions::functions; null after a report of one that is not there.
    std::optional<WrittenFunction> function(const WrittenName& name);

    /// Counts a part of the file that no network holds, "submodel" (SourceText). finish() notes the
    /// contents that were not told by then.
    enum class Part { contents, told_contents, looks };
    void leave_in_file(Part kind, const std::string& noun, std::size_t offset,
                       std::size_t count = 1);
    /// Leaves out a node without a distribution, of the kind "function", of which the reader tells.
    /// That another depends on it is an error.
    void leave_out(WrittenName name, const std::string& noun);
    bool is_left_out(const WrittenName& name) const { return left_out_.contains(name.text); }
    /// Counts the comments of the file as leave_in_file() does.
    void leave_comments(std::size_t count) { leave_in_file(Part::looks, "comment", 0, count); }
    /// For a text that its format would not have in this form (SourceText::is_usual).
    void drop_text() { source_.is_usual = false; }

    /// The network; throws ModelError with all problems in the order of their places. In a format
    /// that does not mark where a network ends, a text without the last distributions is one that
    /// was cut off, so ParseError is thrown, with this hint.
    enum class End { marked, unmarked };
    ReadResult finish(End end, std::string hint = "the file may have been cut off") &&;

private:
    void rename_repeated_states(FileVariable& variable);
    void add_families_of_decisions();
    const Variable& variable(VariableId id) const { return builder_.variable(id); }
    Location location(std::size_t offset) const { return cursor_.locate(offset); }
    void name_left_parts();
    WrittenSource source_of_places() const;

    TextCursor& cursor_;
    const ReadOptions& options_;
    NetworkBuilder builder_;
    std::vector<std::size_t> variables_;  ///< where they stand
    bool has_noted_agrum_ = false;
    std::map<std::string, WrittenFamily> decisions_;  ///< those with arcs that add_arc() took

    /// Parts that stay in the file, by kind and noun.
    struct LeftPart {
        std::size_t count = 0, offset = 0;
    };
    std::map<std::pair<Part, std::string>, LeftPart> left_parts_;
    std::map<std::string, std::string> left_out_;  ///< the nouns, by name
    SourceText source_;
};

}  // namespace pgm::io::detail
