#include <apps/pgm/options/options.hpp>

#include <apps/pgm/shell/errors.hpp>
#include <pgm/core/text/number_text.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <charconv>
#include <limits>

namespace pgm::apps {
namespace {

template <class Count>
CLI::Option* add_count(CLI::App& app, const std::string& name, Count& value, std::size_t least,
                       const std::string& description) {
    const auto read = [&value, name, least](const std::string& text) {
        std::size_t number = 0;
        const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
        if (result.ec != std::errc{} || result.ptr != text.data() + text.size() || number < least)
            throw CLI::ValidationError(
                name, fmt::format("takes a whole number of at least {}, not '{}'", least, text));
        value = number;
    };
    return app.add_option_function<std::string>(name, read, description)->type_name("N");
}

/// Refuses an empty text: what `-o "$UNSET"` becomes.
CLI::Validator not_empty() {
    return CLI::Validator(
        [](const std::string& text) { return std::string(text.empty() ? "is empty" : ""); }, "");
}

}  // namespace

Options& Options::group(std::string heading) {
    group_ = std::move(heading);
    return *this;
}

Options& Options::rare() {
    return group(rare_options);
}

void Options::argument(const std::string& name, std::string& value, const std::string& description,
                       Empty empty) {
    CLI::Option* const option = app_.add_option(name, value, description);
    option->required()->type_name("");
    if (empty == Empty::refused) option->check(not_empty());
}

void Options::optional_argument(const std::string& name, std::string& value,
                                const std::string& description) {
    app_.add_option(name, value, description)->type_name("")->check(not_empty());
}

void Options::arguments(const std::string& name, std::vector<std::string>& values,
                        const std::string& description, Empty empty) {
    app_.add_option(name, values, description)->required(empty == Empty::refused)->type_name("");
}

void Options::flag(const std::string& name, bool& value, const std::string& description) {
    app_.add_flag(name, value, description)->group(group_);
}

void Options::text(const std::string& name, std::string& value, const std::string& type,
                   const std::string& description) {
    app_.add_option(name, value, description)->type_name(type)->check(not_empty())->group(group_);
}

void Options::optional_text(const std::string& name, std::optional<std::string>& value,
                            const std::string& type, const std::string& description) {
    const auto keep = [&value](const std::string& text) { value = text; };
    app_.add_option_function<std::string>(name, keep, description)->type_name(type)->group(group_);
}

void Options::required_text(const std::string& name, std::string& value, const std::string& type,
                            const std::string& description) {
    app_.add_option(name, value, description)
        ->required()
        ->type_name(type)
        ->check(not_empty())
        ->group(group_);
}

void Options::texts(const std::string& name, std::vector<std::string>& values,
                    const std::string& type, const std::string& description, Empty empty) {
    CLI::Option* const option = app_.add_option(name, values, description);
    option->type_name(type)->expected(1)->allow_extra_args(false)->group(group_);
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    if (empty == Empty::refused) option->check(not_empty());
}

void Options::count(const std::string& name, std::size_t& value, std::size_t least,
                    const std::string& description) {
    add_count(app_, name, value, least, description)->group(group_);
}

void Options::optional_count(const std::string& name, std::optional<std::size_t>& value,
                             std::size_t least, const std::string& description) {
    add_count(app_, name, value, least, description)->group(group_);
}

void Options::required_count(const std::string& name, std::size_t& value, std::size_t least,
                             const std::string& description) {
    add_count(app_, name, value, least, description)->required()->group(group_);
}

void Options::threads(std::size_t& value) {
    count("--threads", value, 0,
          "Threads to compute on; default: one per core. The result does not depend on it");
}

void Options::seed(std::size_t& value, const std::string& description) {
    count("--seed", value, 0, fmt::format("{}; default: {}", description, value));
}

double parse_number_option(const std::string& option, const std::string& text,
                           const std::string& numbers, double low, double high) {
    const std::optional<double> number = parse_number(text);
    if (!number || *number < low || *number > high)
        throw UsageError(option + " takes " + numbers + ", not '" + text + "'");
    return *number;
}

void TimeLimit::add_to(Options& options, const std::string& description) {
    options.text("--time-limit", text, "SECONDS", description);
}

std::optional<double> TimeLimit::seconds() const {
    if (text.empty()) return std::nullopt;
    constexpr double shortest = std::numeric_limits<double>::denorm_min(),
                     longest = 366.0 * 24 * 60 * 60;
    return parse_number_option("--time-limit", text, "a positive number of seconds", shortest,
                               longest);
}

}  // namespace pgm::apps
