#pragma once

#include <pgm/core/numbers.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace pgm::apps {

/// The heading of the options that only --help-all shows.
inline constexpr const char* rare_options = "More options";

/// The options and arguments of a command. A thin cover over CLI11, whose header takes longer to
/// compile than all commands together, so that two source files include it and not each. Every
/// variable is filled in when the command line is read and must live until then.
class Options {
public:
    /// True if an empty text is a value like any other. As a rule it is what a script makes of a
    /// variable that is not set, and hence wrong usage.
    enum class Empty { refused, allowed };

    explicit Options(CLI::App& app) : app_(app) {}

    /// The heading below which --help shows the options that are declared from now on.
    Options& group(std::string heading);
    /// Marks the options that follow as shown by --help-all only.
    Options& rare();

    // By position, in the order of declaration.
    void argument(const std::string& name, std::string& value, const std::string& description,
                  Empty empty = Empty::refused);
    void optional_argument(const std::string& name, std::string& value,
                           const std::string& description);
    /// One or more, empty ones too; the last one declared.
    void arguments(const std::string& name, std::vector<std::string>& values,
                   const std::string& description, Empty empty = Empty::refused);

    // By name, "-o,--output". `type` is shown by --help: --output FILE.
    void flag(const std::string& name, bool& value, const std::string& description);
    void text(const std::string& name, std::string& value, const std::string& type,
              const std::string& description);
    /// Tells an empty text, which is allowed, from an option that was not given.
    void optional_text(const std::string& name, std::optional<std::string>& value,
                       const std::string& type, const std::string& description);
    void required_text(const std::string& name, std::string& value, const std::string& type,
                       const std::string& description);
    /// May be given several times.
    void texts(const std::string& name, std::vector<std::string>& values, const std::string& type,
               const std::string& description, Empty empty = Empty::refused);
    /// A whole number of at least `least`, decimal. (CLI11 alone would read 010 as 8 and cut 2^70
    /// down to what fits.)
    void count(const std::string& name, std::size_t& value, std::size_t least,
               const std::string& description);
    /// Tells the least number from an option that was not given.
    void optional_count(const std::string& name, std::optional<std::size_t>& value,
                        std::size_t least, const std::string& description);
    void required_count(const std::string& name, std::size_t& value, std::size_t least,
                        const std::string& description);

    /// --threads N of whatever computes long; 0 is one per core.
    void threads(std::size_t& value);
    /// --seed N; the value is the default.
    void seed(std::size_t& value, const std::string& description);

private:
    CLI::App& app_;
    std::string group_ = "Options";
};

/// The number that the text of an option is. Throws UsageError, "--alpha takes a number from 0 to
/// 1, not '2'", for what is none or out of bounds; `numbers` says which there are.
double parse_number_option(const std::string& option, const std::string& text,
                           const std::string& numbers, double low = -infinity,
                           double high = infinity);

/// The option --time-limit: a number of seconds, or null.
struct TimeLimit {
    std::string text;

    /// `description` says what becomes of the work.
    void add_to(Options& options, const std::string& description);

    /// Throws UsageError for anything but a positive number of seconds, at most those of a year.
    std::optional<double> seconds() const;
};

}  // namespace pgm::apps
