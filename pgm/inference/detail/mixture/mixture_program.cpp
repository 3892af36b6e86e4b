#include <pgm/inference/detail/mixture/mixture_program.hpp>

#include <pgm/model/cpd/cpd.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm::detail {
namespace {

constexpr std::size_t most_cells = std::size_t{1} << 31;
constexpr int least_exponent_of_product = -960;

/// The exponent of the least cell that is not 0.
int least_exponent(std::span<const double> cells) {
    int least = 0;
    for (const double cell : cells)
        if (cell > 0) least = std::min(least, std::ilogb(cell));
    return least;
}

/// Compiles one network after the other.
class MixtureCompiler {
public:
    MixtureCompiler(const Model& model, VariableId target) : model_(model) {
        program_.target = target;
        program_.variables = model.network().size();
        program_.classes = model.network().cardinality(target);
        program_.width = (program_.classes + 1) / 2 * 2;
    }

    std::optional<MixtureProgram> compile() && {
        for (const WeightedNetwork& member : model_.members())
            if (!add(member)) return std::nullopt;
        return std::move(program_);
    }

private:
    bool add(const WeightedNetwork& member) {
        const BayesianNetwork& network = member.network;
        MemberProgram& program = program_.members.emplace_back();
        program.weight = member.weight;
        program.first_factor = program_.factors.size();
        int exponent = 0;  // no product is below this power of two
        for (const Cpd& cpd : network.cpds()) {
            const TableCpd* const table = as_table(cpd);
            if (!table || !add(*table)) return false;
            exponent += least_exponent(program_.factors.back().cells);
        }
        program.last_factor = program_.factors.size();
        if (member.super_parent) add(*member.super_parent, network, program);
        return exponent >= least_exponent_of_product;
    }

    bool add(const TableCpd& cpd) {
        const Scope& scope = cpd.scope();
        const std::optional<std::size_t> class_axis = scope.axis(program_.target);
        const std::size_t configurations = scope.cells() / (class_axis ? program_.classes : 1);
        if (configurations > most_cells / program_.width) return false;
        ClassFactor factor;
        factor.cells.resize(configurations * program_.width);
        std::size_t stride = program_.width;
        std::vector<std::size_t> strides(scope.size());
        for (std::size_t axis = scope.size(); axis-- > 0;) {
            if (class_axis == axis) continue;
            strides[axis] = stride;
            factor.address.features.push_back(scope.variables()[axis].index());
            factor.address.strides.push_back(static_cast<std::uint32_t>(stride));
            stride *= scope.cardinalities()[axis];
        }
        fill(factor, cpd, class_axis, strides);
        program_.factors.push_back(std::move(factor));
        return true;
    }

    void fill(ClassFactor& factor, const TableCpd& cpd, std::optional<std::size_t> class_axis,
              std::span<const std::size_t> strides) const {
        const std::span<const double> values = cpd.table().values();
        const auto cardinalities = cpd.scope().cardinalities();
        std::vector<std::size_t> states(strides.size());
        for (const double value : values) {
            std::size_t cell = 0;
            for (std::size_t axis = 0; axis < states.size(); ++axis)
                cell += states[axis] * strides[axis];
            if (class_axis)
                factor.cells[cell + states[*class_axis]] = value;
            else
                std::fill_n(factor.cells.begin() + static_cast<std::ptrdiff_t>(cell),
                            program_.classes, value);
            next_cell(states, cardinalities);
        }
    }

    void add(const SuperParent& super_parent, const BayesianNetwork& network,
             MemberProgram& program) const {
        if (!super_parent.may_exclude()) return;
        for (const double weight : super_parent.weights)
            program.admits.push_back(weight >= super_parent.least_weight);
        std::size_t stride = 1;
        for (std::size_t i = super_parent.features.size(); i-- > 0;) {
            program.combination.features.push_back(network.id(super_parent.features[i]).index());
            program.combination.strides.push_back(static_cast<std::uint32_t>(stride));
            stride *= super_parent.cardinalities[i];
        }
    }

    const Model& model_;
    MixtureProgram program_;
};

}  // namespace

std::optional<MixtureProgram> compile_mixture(const Model& model, VariableId target) {
    return MixtureCompiler(model, target).compile();
}

}  // namespace pgm::detail
