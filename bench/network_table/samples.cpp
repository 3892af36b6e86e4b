#include <bench/network_table/samples.hpp>

#include <algorithm>

namespace pgm::bench {

double Samples::median() const {
    if (quiet_.size() >= disturbed_.size()) return median_of(quiet_);
    std::vector<double> all = quiet_;
    all.insert(all.end(), disturbed_.begin(), disturbed_.end());
    return median_of(std::move(all));
}

double median_of(std::vector<double> values) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace pgm::bench
