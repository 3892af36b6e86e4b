#include <pgm/model/cpd/cpd.hpp>

namespace pgm {
namespace {

template <class... Kinds>
std::optional<Cpd> first_with_name(std::type_identity<std::variant<Kinds...>>,
                                   std::string_view kind, const CpdFamily& family,
                                   std::span<const double> numbers) {
    std::optional<Cpd> made;
    const auto make = [&]<class Kind>(std::type_identity<Kind>) {
        if (kind != Kind::kind) return false;
        made = Kind::from_numbers(family, numbers);
        return true;
    };
    static_cast<void>((make(std::type_identity<Kinds>()) || ...));
    return made;
}

}  // namespace

std::optional<Cpd> cpd_from_numbers(std::string_view kind, const CpdFamily& family,
                                    std::span<const double> numbers) {
    return first_with_name(std::type_identity<Cpd>(), kind, family, numbers);
}

}  // namespace pgm
