#pragma once

#include <pgm/core/ids.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// Finds variables by name in constant time. It is a hash table of ids; the names stay with their
/// owner, which passes a function name_of(id).
///
/// No hash is safe from names chosen to collide, so only a few slots are tried for a name. Names
/// that find none of them free go to a sorted tree, which ordinary names never need. Whatever the
/// names are, a search takes at most the time of that tree.
class NameIndex {
public:
    /// Adds the name of `id`. Returns the variable that has the name: `id`, or the one that was
    /// added with it before. name_of(id) must already give the new name.
    template <class NameOf>
    VariableId add(VariableId id, const NameOf& name_of) {
        const std::string_view name = name_of(id);
        const std::uint32_t hash = hash_of(name);
        if (const std::optional<VariableId> owner = find(name, hash, name_of)) return *owner;
        if (2 * (size_ + 1) > entries_.size()) grow(2 * entries_.size(), name_of);
        place({hash, id}, name_of);
        ++size_;
        return id;
    }

    template <class NameOf>
    std::optional<VariableId> find(std::string_view name, const NameOf& name_of) const {
        return find(name, hash_of(name), name_of);
    }

private:
    struct HashedName {
        std::uint32_t hash = 0;
        VariableId id{std::numeric_limits<std::uint32_t>::max()};

        bool is_free() const { return id.value == std::numeric_limits<std::uint32_t>::max(); }
    };
    static constexpr std::size_t longest_search = 16;

    static std::uint32_t hash_of(std::string_view name) {
        const std::uint64_t hash = std::hash<std::string_view>()(name);
        return static_cast<std::uint32_t>(hash ^ hash >> 32);
    }

    std::size_t slot(std::uint32_t hash, std::size_t step) const {
        return (hash + step) & (entries_.size() - 1);
    }

    template <class NameOf>
    std::optional<VariableId> find(std::string_view name, std::uint32_t hash,
                                   const NameOf& name_of) const {
        if (entries_.empty()) return std::nullopt;
        for (std::size_t step = 0; step < longest_search; ++step) {
            const HashedName& entry = entries_[slot(hash, step)];
            if (entry.is_free()) break;
            if (entry.hash == hash && name_of(entry.id) == name) return entry.id;
        }
        if (crowded_out_.empty()) return std::nullopt;
        const auto found = crowded_out_.find(name);
        return found != crowded_out_.end() ? std::optional(found->second) : std::nullopt;
    }

    template <class NameOf>
    void place(const HashedName& entry, const NameOf& name_of) {
        for (std::size_t step = 0; step < longest_search; ++step) {
            HashedName& there = entries_[slot(entry.hash, step)];
            if (!there.is_free()) continue;
            there = entry;
            return;
        }
        crowded_out_.emplace(name_of(entry.id), entry.id);
    }

    template <class NameOf>
    void grow(std::size_t least, const NameOf& name_of) {
        std::size_t size = longest_search;
        while (size < least) size *= 2;
        std::vector<HashedName> before(size);
        before.swap(entries_);
        for (const HashedName& entry : before)
            if (!entry.is_free()) place(entry, name_of);
    }

    std::vector<HashedName> entries_;  ///< a power of two of them, at least half of them free
    std::map<std::string, VariableId, std::less<>> crowded_out_;
    std::size_t size_ = 0;
};

/// The numbers 0 ... n-1 of n things in order of their names, to find one by its name in
/// logarithmic time. The names stay with their owner, which passes a function name_of(number) that
/// gives a std::string_view. NameIndex, in contrast, is a hash table to which names can be added.
class SortedNames {
public:
    SortedNames() = default;

    template <class NameOf>
    SortedNames(std::size_t count, const NameOf& name_of) : numbers_(count) {
        std::iota(numbers_.begin(), numbers_.end(), std::uint32_t{0});
        std::ranges::stable_sort(numbers_, {}, name_of);
    }

    std::span<const std::uint32_t> numbers() const { return numbers_; }

    /// The number of the first thing with this name, or null.
    template <class NameOf>
    std::optional<std::uint32_t> find(std::string_view name, const NameOf& name_of) const {
        const auto found = std::ranges::lower_bound(numbers_, name, {}, name_of);
        if (found == numbers_.end() || name_of(*found) != name) return std::nullopt;
        return *found;
    }

    friend bool operator==(const SortedNames&, const SortedNames&) = default;

private:
    std::vector<std::uint32_t> numbers_;
};

}  // namespace pgm
