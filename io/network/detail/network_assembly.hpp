#pragma once

#include <io/network/detail/family_text.hpp>
#include <io/network/detail/file_network.hpp>
#include <io/options/read_options.hpp>
#include <io/text/detail/reader_report.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/model/network_builder.hpp>

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pgm::io::detail {

/// Makes a network of the parts of a file: finds the variables that families name, puts numbers
/// into the order of tables, and reports what is wrong with its place. All formats share it, so
/// that the same mistake has the same message in each of them.
///
/// Variables come first, then families. A table is allocated only when the file has as many numbers
/// as it has cells; tables that a file leaves out or gives by states only count against
/// Limits::max_filled_cells.
class NetworkAssembly {
public:
    /// The cursor must stand on the text of the file and outlive the assembly.
    NetworkAssembly(TextCursor& cursor, const ReadOptions& options);

    NetworkBuilder& builder() { return builder_; }
    ReaderReport& report() { return report_; }

    /// Throws ModelError for a variable of a kind that cannot be read, such as a decision, with the
    /// reason and what to do about it.
    [[noreturn]] void refuse_kind(const FileName& variable, std::string_view kind);
    /// Names the network. Control characters, which titles of several lines have, become blanks,
    /// with a note.
    void set_name(FileName name);
    /// Notes that the text was read as Latin-1.
    void note_latin1();
    /// The order of the numbers of a table in the XDSL and UAI files of aGrUM, whose first parent
    /// is the fastest, unlike that of the formats; noted once, for the first table of two parents.
    NumberOrder order_of_agrum(const FileFamily& family);

    /// Reports a variable without states; `noun` is the word of the format for one.
    void require_states(const FileVariable& variable, std::string_view noun,
                        std::string hint = {});
    /// False after a report of a name that an earlier variable has. Throws TooLargeError beyond the
    /// limits.
    bool add_variable(FileVariable variable);

    /// Reports unknown, repeated and missing names, wrong counts of numbers, and a second
    /// distribution of a variable. Throws TooLargeError beyond the limits.
    void add_family(FileFamily family);

    /// An arc that a file states besides its distributions: after the variables. Unknown names are
    /// errors; finish() warns of arcs that no distribution has, which are left out.
    void add_link(const FileName& parent, const FileName& child);

    /// Counts a part of the file that no network holds, "submodel" (SourceText). finish() notes the
    /// contents that were not told by then.
    enum class Part { contents, told_contents, looks };
    void leave_in_file(Part kind, const std::string& noun, std::size_t offset,
                       std::size_t count = 1);
    /// Leaves out a node without a distribution, of the kind "function", of which the reader tells.
    /// That another depends on it is an error.
    void leave_out(FileName name, const std::string& noun);
    bool is_left_out(const FileName& name) const { return left_out_.contains(name.text); }
    /// Counts the comments of the file as leave_in_file() does.
    void leave_comments(std::size_t count) { leave_in_file(Part::looks, "comment", 0, count); }
    /// For a text that its format would not have in this form (SourceText::is_usual).
    void forget_text() { source_.is_usual = false; }

    /// The network; throws ModelError with all problems in the order of their places. In a format
    /// that does not mark where a network ends, a text without the last distributions is one that
    /// was cut off, so ParseError is thrown, with this hint.
    enum class End { marked, unmarked };
    ReadResult finish(End end, std::string hint = "the file may have been cut off") &&;

private:
    using Family = FoundFamily;
    /// Places of the distribution of a variable and of its rows.
    struct Places {
        std::optional<std::size_t> distribution;
        std::size_t begin = 0;
        std::vector<std::uint32_t>
            rows;  ///< after `begin`; none: all rows stand at the distribution
    };

    void rename_repeated_states(FileVariable& variable);
    std::optional<VariableId> find(const FileName& name);
    bool is_given_twice(VariableId child, const FileFamily& family);
    std::optional<Family> find_family(VariableId child, const FileFamily& family);
    Cpd stand_in(VariableId child) const;
    void stand_in_for_missing();
    std::optional<Cpd> cpd_of(const Family& family, FileTable& table);
    std::optional<Cpd> cpd_of(const Family& family, FileRows& given);
    std::optional<Cpd> cpd_of(const Family& family, FileUniform&);
    std::optional<Cpd> cpd_of(const Family& family, FileDeterministic& given);
    std::optional<Cpd> cpd_of(const Family& family, FileNoisyMax& given);
    std::optional<Cpd> cpd_of(const Family& family, FileNoisyMaxParts& given);
    std::optional<Cpd> cpd_of(const Family& family, FileGaussian& given);
    std::optional<Cpd> cpd_of(const Family& family, FileKernelDensity& given);
    std::optional<Cpd> cpd_of(const Family& family, FileFunction& given);
    std::optional<Cpd> cpd_of(const Family& family, FileOther& given);
    static std::string mistake_in(std::span<const double> row, std::size_t states,
                                  bool is_repeated);
    CpdFamily members_of(const Family& family);
    template <class Row>
    std::optional<Scope> scope_of_densities(const Family& family, std::vector<Row>& rows,
                                            const std::optional<FileKeys>& keys,
                                            std::string_view kind);
    bool match_links(const Family& family, const FileNoisyMaxParts& given,
                     std::vector<const FileNumbers*>& numbers);
    void warn_of_links(const BayesianNetwork& network, std::vector<Problem>& remarks);

    const Variable& variable(VariableId id) const { return builder_.variable(id); }
    /// The discrete ones of some variables.
    std::vector<VariableId> discrete(std::span<const VariableId> variables) const;
    bool is_table(const Family& family);
    std::size_t cells_of(const Family& family, std::span<const VariableId> members);
    Scope scope_of(std::span<const VariableId> members) const;
    void count_model_cells(const Family& family, std::size_t cells);
    void count_filled_cells(const Family& family, std::size_t cells);
    /// False after a report of a list that has another shape than the table.
    bool has_shape(const Family& family, const std::vector<NumberList>& lists,
                   std::span<const std::size_t> cardinalities);
    void report_count(const Family& family, std::size_t found, std::size_t expected);
    void divide_by_sums(const Family& family, std::size_t states, std::span<double> values);
    std::string text_of(const Family& family) const;
    Location location(std::size_t offset) const { return cursor_.locate(offset); }
    void prepare();
    void name_left_parts();
    void set_places(const Family& family, std::span<const std::size_t> offsets,
                    std::span<const std::size_t> sources);
    void note_places(const Family& family, const Scope& in_file, const FileNumbers& numbers);
    std::vector<std::size_t>& places_of(const Family& family);

    /// An arc that stands somewhere else than a distribution.
    struct Link {
        VariableId parent, child;
        std::size_t offset = 0;
    };

    TextCursor& cursor_;
    const ReadOptions& options_;
    NetworkBuilder builder_;
    ReaderReport report_;
    std::vector<std::size_t> variables_;  ///< where they stand
    std::vector<Places> places_;          ///< by variable
    std::vector<Link> links_;
    std::size_t model_cells_ = 0, filled_cells_ = 0;
    bool has_noted_agrum_ = false;

    /// Parts that stay in the file, by kind and noun.
    struct LeftPart {
        std::size_t count = 0, offset = 0;
    };
    std::map<std::pair<Part, std::string>, LeftPart> left_parts_;
    std::map<std::string, std::string> left_out_;  ///< the nouns, by name
    SourceText source_;
};

}  // namespace pgm::io::detail
