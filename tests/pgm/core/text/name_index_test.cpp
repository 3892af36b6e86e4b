#include <pgm/core/text/name_index.hpp>

#include <tests/support/catch.hpp>

#include <string>
#include <vector>

using pgm::NameIndex;
using pgm::VariableId;

namespace {

struct IndexedNames {
    std::vector<std::string> names;
    NameIndex index;

    auto name_of() const {
        return [this](VariableId id) -> const std::string& { return names[id.index()]; };
    }
    VariableId add(const std::string& name) {
        names.push_back(name);
        return index.add(VariableId(names.size() - 1), name_of());
    }
    std::optional<VariableId> find(const std::string& name) const {
        return index.find(name, name_of());
    }
};

/// Names whose hashes end in the same twelve bits, so that a table of up to 4096 entries has one
/// place for all of them.
std::vector<std::string> colliding_names(std::size_t count) {
    std::vector<std::string> names;
    for (std::size_t i = 0; names.size() < count; ++i) {
        const std::string name = "n" + std::to_string(i);
        const std::uint64_t hash = std::hash<std::string_view>()(name);
        if (((hash ^ hash >> 32) & 0xFFF) == 0) names.push_back(name);
    }
    return names;
}

}  // namespace

TEST_CASE("NameIndex: finds what was entered and nothing else") {
    IndexedNames index;
    CHECK_FALSE(index.find("a"));
    for (std::size_t i = 0; i < 1000; ++i)
        CHECK(index.add("v" + std::to_string(i)) == VariableId(i));
    for (std::size_t i = 0; i < 1000; ++i)
        CHECK(index.find("v" + std::to_string(i)) == VariableId(i));
    CHECK_FALSE(index.find("v1000"));
    CHECK_FALSE(index.find(""));
    CHECK(index.add("") == VariableId(1000));
    CHECK(index.find("") == VariableId(1000));
}

TEST_CASE("NameIndex: of two variables of one name the first keeps it") {
    IndexedNames index;
    index.add("a");
    index.add("b");
    CHECK(index.add("a") == VariableId(0));
    CHECK(index.find("a") == VariableId(0));
}

TEST_CASE("NameIndex: names chosen to collide are found too, and a copy finds them as well") {
    IndexedNames index;
    const std::vector<std::string> names = colliding_names(300);
    for (const std::string& name : names) index.add(name);
    const IndexedNames copy = index;
    for (std::size_t i = 0; i < names.size(); ++i) {
        CHECK(copy.find(names[i]) == VariableId(i));
        CHECK(index.add(names[i]) == VariableId(i));
    }
    CHECK_FALSE(copy.find("n"));
}
