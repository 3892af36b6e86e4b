#pragma once

#include <pgm/core/text/words.hpp>
#include <pgm/model/detail/draft.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pgm::detail {

/// Adds problems of the places of a draft to a list.
class DraftReport {
public:
    DraftReport(const Draft& draft, ProblemList& problems) : draft_(draft), problems_(problems) {}

    void add(Problem::Severity severity, std::size_t place, std::string message,
             std::string hint = {}) {
        problems_.add({severity, std::move(message), draft_.locate(place), std::move(hint)});
    }

    void error(std::size_t place, std::string message, std::string hint = {}) {
        add(Problem::Severity::error, place, std::move(message), std::move(hint));
    }

    /// Reports an unknown name with a suggestion. Comparing names is slow, so only the first
    /// unknown names get one; `known` is called for those.
    template <class Known>
    void unknown(std::size_t place, std::string message, std::string_view name,
                 const Known& known) {
        constexpr std::size_t most_suggestions = 10;
        error(place, std::move(message),
              suggestions_++ < most_suggestions ? did_you_mean(name, known()) : std::string());
    }

    /// ", first on line 3" of a place that has lines.
    std::string first_on_line(std::size_t place) const {
        const std::size_t line = draft_.locate(place).line;
        return line == 0 ? "" : ", first on line " + std::to_string(line);
    }

private:
    const Draft& draft_;
    ProblemList& problems_;
    std::size_t suggestions_ = 0;
};

}  // namespace pgm::detail
