#include <io/format/block/detail/bif_table_order.hpp>

#include <pgm/core/text/number_text.hpp>
#include <pgm/model/row_normalisation.hpp>

#include <cmath>
#include <compare>
#include <span>
#include <string>

namespace pgm::io::detail {
namespace {

constexpr const char* prescribed = "BIF lists the variable's own states slowest";

/// How the rows of a table do in one order: how many do not sum to 1, and by how much all of them
/// are off.
struct Misfit {
    std::size_t rows = 0;
    double deviation = 0;
    auto operator<=>(const Misfit&) const = default;
};

/// The numbers of one table, read in either order.
class Readings {
public:
    Readings(std::span<const double> numbers, std::size_t states)
        : numbers_(numbers), states_(states), slowest_(misfit(false)), fastest_(misfit(true)) {}

    std::size_t rows() const { return numbers_.size() / states_; }
    const Misfit& slowest() const { return slowest_; }
    const Misfit& fastest() const { return fastest_; }
    bool fits_slowest() const { return slowest_.rows == 0; }
    bool fits_fastest() const { return fastest_.rows == 0; }
    bool is_same_in_both() const {
        for (std::size_t r = 0; r < rows(); ++r)
            for (std::size_t s = 0; s < states_; ++s)
                if (at(r, s, false) != at(r, s, true)) return false;
        return true;
    }

private:
    double at(std::size_t r, std::size_t s, bool child_fastest) const {
        return numbers_[child_fastest ? r * states_ + s : s * rows() + r];
    }

    Misfit misfit(bool child_fastest) const {
        Misfit misfit;
        for (std::size_t r = 0; r < rows(); ++r) {
            double sum = 0;
            for (std::size_t s = 0; s < states_; ++s) sum += at(r, s, child_fastest);
            const double deviation = std::abs(sum - 1);
            misfit.rows += !(deviation <= largest_accepted_deviation);
            misfit.deviation += deviation;
        }
        return misfit;
    }

    std::span<const double> numbers_;
    std::size_t states_;
    Misfit slowest_, fastest_;
};

/// What the tables that can be read in one order only say of the others.
enum class Decided { nothing, slowest, fastest };

Decided decided_by(const std::vector<Readings>& tables) {
    bool slowest = false, fastest = false;
    for (const Readings& table : tables) {
        slowest = slowest || (table.fits_slowest() && !table.fits_fastest());
        fastest = fastest || (table.fits_fastest() && !table.fits_slowest());
    }
    if (slowest == fastest) return Decided::nothing;
    return slowest ? Decided::slowest : Decided::fastest;
}

/// How a table is read, and why.
enum class Reading { as_prescribed, only_fastest, nearer_fastest, as_others, doubtful };

Reading reading_of(const Readings& table, Decided decided) {
    if (table.fits_slowest() && !table.fits_fastest()) return Reading::as_prescribed;
    if (table.fits_fastest() && !table.fits_slowest()) return Reading::only_fastest;
    if (decided == Decided::slowest) return Reading::as_prescribed;
    if (!table.fits_slowest()) {
        const bool is_nearer = table.fastest() < table.slowest();
        return decided == Decided::fastest || is_nearer ? Reading::nearer_fastest
                                                        : Reading::as_prescribed;
    }
    if (table.is_same_in_both()) return Reading::as_prescribed;
    return decided == Decided::fastest ? Reading::as_others : Reading::doubtful;
}

/// A table as messages name it, with its place.
struct NameInReport {
    std::string family, child;
    std::size_t offset = 0;
};

/// Reports a reading that is not as prescribed.
void report_reading(Reading reading, const Readings& table, const NameInReport& named,
                    NetworkAssembly& assembly) {
    const auto& [family, child, offset] = named;
    const std::string subject = "the table of " + family + " sums to 1 ";
    if (reading == Reading::only_fastest)
        assembly.warn(
            offset,
            subject + "only when read with the states of " + child + " fastest, and is read so",
            prescribed);
    if (reading == Reading::nearer_fastest)
        assembly.note(offset,
                      subject + "in neither order: " + std::to_string(table.slowest().rows) +
                          " of " + counted(table.rows(), "row") + " are wrong with the states of " +
                          child + " slowest, and " + std::to_string(table.fastest().rows) +
                          " with them fastest; it is read so",
                      prescribed);
    if (reading == Reading::as_others)
        assembly.warn(offset,
                      subject + "in both orders, and is read with the states of " + child +
                          " fastest, since other tables of the file can only be read so",
                      prescribed);
    if (reading == Reading::doubtful)
        assembly.warn(offset,
                      subject +
                          "in both orders, which give different tables; it is read with the "
                          "states of " +
                          child + " slowest, as BIF prescribes",
                      "rows with their states, as in '(yes) 0.1, 0.9;', leave no doubt");
}

}  // namespace

void settle_bif_table_orders(std::vector<WrittenFamily>& families, NetworkAssembly& assembly) {
    const NetworkBuilder& builder = assembly.builder();
    std::vector<Readings> readings;
    for (const WrittenFamily& family : families)
        readings.emplace_back(std::get<WrittenTable>(family.distribution).numbers.values,
                              builder.variable(*builder.find(family.child.text)).cardinality());
    const Decided decided = decided_by(readings);
    for (std::size_t i = 0; i < families.size(); ++i) {
        const Reading reading = reading_of(readings[i], decided);
        if (reading == Reading::as_prescribed) continue;
        const WrittenFamily& family = families[i];
        std::vector<VariableId> parents;
        for (const WrittenName& parent : family.parents)
            parents.push_back(*builder.find(parent.text));
        const VariableId child = *builder.find(family.child.text);
        WrittenTable& table = std::get<WrittenTable>(families[i].distribution);
        report_reading(reading, readings[i],
                       {builder.family_text(child, parents), shown(builder.variable(child).name()),
                        table.numbers.begin},
                       assembly);
        if (reading != Reading::doubtful) table.order = NumberOrder::child_fastest;
    }
}

}  // namespace pgm::io::detail
