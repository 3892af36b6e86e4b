#include <pgm/model/network_builder.hpp>

namespace pgm {

NetworkBuilder::CptBuilder& NetworkBuilder::CptBuilder::row(std::string_view parent_states, std::span<const double> probabilities) {
    FamilyDraft::Row row{std::string(parent_states), {probabilities.begin(), probabilities.end()}};
    builder_->draft_.family(variable_).rows.push_back(std::move(row));
    return *this;
}

NetworkBuilder::CptBuilder& NetworkBuilder::CptBuilder::row(std::string_view parent_states, std::initializer_list<double> probabilities) {
    return row(parent_states, std::span<const double>(probabilities.begin(), probabilities.size()));
}

NetworkBuilder::CptBuilder& NetworkBuilder::CptBuilder::values(std::span<const double> probabilities) {
    std::vector<double> copy(probabilities.begin(), probabilities.end());
    FamilyDraft& family = builder_->draft_.family(variable_);
    family.flat = std::move(copy);
    family.flat_parent_order.reset();
    return *this;
}

NetworkBuilder::CptBuilder& NetworkBuilder::CptBuilder::values(std::initializer_list<double> probabilities) {
    return values(std::span<const double>(probabilities.begin(), probabilities.size()));
}

NetworkBuilder::CptBuilder& NetworkBuilder::CptBuilder::values(const std::vector<std::string>& parent_order, std::span<const double> probabilities) {
    std::vector<std::string> order = parent_order;
    values(probabilities);
    builder_->draft_.family(variable_).flat_parent_order = std::move(order);
    return *this;
}

NetworkBuilder::CptBuilder& NetworkBuilder::CptBuilder::values(const std::vector<std::string>& parent_order,
                                                               std::initializer_list<double> probabilities) {
    return values(parent_order, std::span<const double>(probabilities.begin(), probabilities.size()));
}

NetworkBuilder::CptBuilder& NetworkBuilder::CptBuilder::otherwise(std::span<const double> probabilities) {
    std::vector<double> copy(probabilities.begin(), probabilities.end());
    builder_->draft_.family(variable_).otherwise = std::move(copy);
    return *this;
}

NetworkBuilder::CptBuilder& NetworkBuilder::CptBuilder::otherwise(std::initializer_list<double> probabilities) {
    return otherwise(std::span<const double>(probabilities.begin(), probabilities.size()));
}

}  // namespace pgm
