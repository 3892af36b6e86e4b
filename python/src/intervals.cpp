#include <python/src/detail/bindings.hpp>

#include <pgm/query/interval.hpp>
#include <pgm/query/query_text.hpp>

namespace pgm::python {

nb::list intervals_of(const InferenceEngine& engine, std::string_view text,
                      const IntervalOptions& options) {
    const Query question = parse_query(engine.network(), text);
    const auto found = [&] {
        const nb::gil_scoped_release release;
        return credible_intervals(engine.model(), question, engine.options(), options);
    }();
    nb::list all;
    for (const auto& interval : found)
        all.append(interval
                       ? nb::object(nb::make_tuple(interval->sd, interval->low, interval->high))
                       : nb::object(nb::none()));
    return all;
}

}  // namespace pgm::python
