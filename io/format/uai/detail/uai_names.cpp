#include <io/format/uai/detail/uai_names.hpp>

#include <io/file/file_bytes.hpp>
#include <io/file/output_file.hpp>
#include <io/file/suffix.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace pgm::io::detail {
namespace {

/// The variable of a line "smoke = no, yes".
Variable variable_of(std::string_view line) {
    TokenCursor tokens(line);
    const auto name = [&](std::string_view what) {
        if (!tokens.at(TokenKind::word) && !tokens.at(TokenKind::quoted))
            tokens.fail_expected(what, "a line is like: smoke = no, yes");
        return tokens.take().text;
    };
    std::string variable = name("the name of a variable");
    tokens.expect(TokenKind::equal, "'='", "a line is like: smoke = no, yes");
    std::vector<std::string> states;
    do {
        states.push_back(name("a state"));
    } while (tokens.take_if(TokenKind::comma));
    tokens.expect(TokenKind::end, "',' or the end of the line");
    return Variable(std::move(variable), std::move(states));
}

class NamesReader {
public:
    NamesReader(const BayesianNetwork& network, std::string_view text, const ReadOptions& options)
        : network_(network),
          cursor_(prepare_text(text, options.name, options.limits), options.name),
          builder_({}, options.limits) {
        builder_.set_source({[this](std::size_t offset) { return cursor_.locate(offset); }});
    }

    BayesianNetwork read() {
        while (cursor_.left() > 0) read_line();
        if (builder_.size() < network_.size())
            cursor_.fail(cursor_.offset(),
                         "there are names of " + counted(builder_.size(), "variable") +
                             ", and the model beside has " + std::to_string(network_.size()),
                         "remove the file if it belongs to another model");
        for (const Cpd& cpd : network_.cpds()) builder_.set_cpd(cpd);
        return std::move(builder_).build();
    }

private:
    void read_line() {
        const std::string_view rest = cursor_.text().substr(cursor_.offset());
        const std::string_view line = rest.substr(0, rest.find_first_of("\r\n"));
        if (!without_blanks_around(line).empty()) add(line);
        cursor_.skip(std::min(line.size() + 1, rest.size()));
    }

    void add(std::string_view line) {
        const std::size_t number = builder_.size();
        if (number == network_.size())
            cursor_.fail(cursor_.offset(),
                         "the model beside has " + counted(number, "variable") +
                             ", and here are names of more",
                         "remove the file if it belongs to another model");
        Variable variable = read(line);
        const std::size_t states = network_.variable(VariableId(number)).cardinality();
        if (variable.cardinality() != states)
            cursor_.fail(cursor_.offset(),
                         "variable " + std::to_string(number) + " has " + counted(states, "state") +
                             " in the model beside, and here " +
                             std::to_string(variable.cardinality()),
                         "remove the file if it belongs to another model");
        builder_.add_variable(std::move(variable), cursor_.offset());
    }

    /// Errors of the lexer know the column only.
    Variable read(std::string_view line) {
        try {
            return variable_of(line);
        } catch (const ParseError& error) {
            const std::size_t column = error.location().column;
            cursor_.fail(cursor_.offset() + (column > 0 ? column - 1 : 0), error.message(),
                         error.hint());
        }
    }

    const BayesianNetwork& network_;
    TextCursor cursor_;
    NetworkBuilder builder_;
};

bool exists(const std::string& path) {
    std::error_code none;
    return std::filesystem::exists(path, none);
}

/// True if variables and states are called X0, X1, ... and 0, 1, ...
bool are_called_by_number(const BayesianNetwork& network) {
    for (std::size_t v = 0; v < network.size(); ++v) {
        const Variable& variable = network.variables()[v];
        if (variable.name() != "X" + std::to_string(v)) return false;
        for (std::size_t s = 0; s < variable.cardinality(); ++s)
            if (variable.states()[s] != std::to_string(s)) return false;
    }
    return true;
}

}  // namespace

std::string uai_names_path(std::string_view model_path) {
    return std::string(without_packing(model_path)) + ".names";
}

std::string uai_names(const BayesianNetwork& network) {
    std::string text;
    for (const Variable& variable : network.variables()) {
        text += quoted_if_needed(variable.name());
        const char* separator = " = ";
        for (const std::string& state : variable.states()) {
            text += separator + quoted_if_needed(state);
            separator = ", ";
        }
        text += "\n";
    }
    // A reader takes the first mark for that of the file.
    return text.starts_with(byte_order_mark) ? std::string(byte_order_mark) + text : text;
}

BayesianNetwork with_uai_names(const BayesianNetwork& network, std::string_view text,
                               const ReadOptions& options) {
    return NamesReader(network, text, options).read();
}

BayesianNetwork with_names_beside(BayesianNetwork network, const std::string& model_path,
                                  const Limits& limits) {
    const std::string path = uai_names_path(model_path);
    if (is_stream(model_path) || !exists(path)) return network;
    FileBytes file(path);
    return with_uai_names(network, file.read(limits.max_file_bytes),
                          {.name = path, .limits = limits});
}

void write_names_beside(const BayesianNetwork& network, const std::string& model_path) {
    const std::string path = uai_names_path(model_path);
    if (!std::holds_alternative<ReplacedFile>(output_target(model_path))) return;
    if (are_called_by_number(network) && !exists(path)) return;
    save_atomically(path, uai_names(network));
}

}  // namespace pgm::io::detail
