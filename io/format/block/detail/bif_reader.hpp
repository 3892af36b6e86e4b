#pragma once

#include <io/format/block/detail/bif_head.hpp>
#include <io/format/block/detail/bif_lexer.hpp>
#include <io/format/detail/network_assembly.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// Reads a BIF text into a NetworkAssembly, which makes the network. Variables come first, so the
/// text is read twice: probability blocks are only found the first time, because a text may use a
/// variable before it declares it.
class BifReader {
public:
    /// The text and the options must outlive the reader.
    BifReader(std::string_view text, const ReadOptions& options);

    /// Throws ParseError at the first place where the text leaves the grammar.
    void read();
    /// What was found so far, with the reason, where read() threw.
    std::vector<Problem> problems(const ParseError& end) {
        return assembly_.builder().add_problem(problem_of(end)).read_families();
    }
    /// Warns of the tables that the file leaves to be learned. Of very many, a few are enough, so
    /// that they leave room for errors.
    void warn_of_tables_to_learn();
    /// The network. Throws as NetworkAssembly::finish() does.
    ReadResult finish(NetworkAssembly::End end) &&;

private:
    /// A probability block: where its keyword and what follows it stand.
    struct Block {
        std::size_t offset = 0, head = 0;
    };
    /// What follows the name of a variable.
    struct Declaration {
        std::optional<std::vector<WrittenName>> states;
        std::vector<std::string> annotations;
    };
    /// A probability block as it is read.
    struct Family;

    void read_outline();
    void read_network();
    void read_variable();
    std::size_t append_words(const BlockToken& first, std::string& name);
    // These get the variable as messages name it.
    Declaration read_declaration(const std::string& variable);
    std::vector<BlockToken> type_words();
    std::vector<WrittenName> read_type(const std::string& variable);
    std::vector<WrittenName> read_states(const std::string& variable, std::string_view count);
    void skip_probability();

    void read_block(const Block& block);
    void find_members(Family& family);
    void read_statements(Family& family);
    void read_row(Family& family, std::size_t offset);
    void read_default_row(Family& family, std::size_t offset);
    void read_table(Family& family, std::size_t offset);
    bool read_key(Family& family, std::size_t offset);
    std::optional<std::uint32_t> find_state(Family& family, std::size_t parent,
                                            std::span<const BlockToken> words);
    void read_numbers(Family& family, std::size_t offset);
    void add(Family& family);
    void settle_orders();
    void report_missing_semicolons();
    [[noreturn]] void fail_expected(const Family& family, const std::string& what,
                                    const BlockToken& found, std::string hint = {});

    const ReadOptions& options_;
    TextCursor cursor_;
    BifLexer lexer_;
    NetworkAssembly assembly_;
    BifVariables variables_;
    StateFinder states_;
    std::vector<Block> blocks_;
    bool is_in_network_ = false;         ///< blocks stand in that of the network, not yet closed
    std::vector<WrittenFamily> tables_;  ///< given as one list of numbers, whose order is open
    std::vector<TableToLearn> to_learn_;
    std::vector<BlockToken> key_;      ///< the words of the key of a row
    std::vector<std::size_t> pieces_;  ///< of `key_`, the first word of each piece between commas
};

}  // namespace pgm::io::detail
