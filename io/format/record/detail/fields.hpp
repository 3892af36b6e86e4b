#pragma once

#include <pgm/model/draft/written.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace pgm::io::detail {

// The members of a type that files hold are listed once, by a function
//
//     static constexpr std::string_view noun = "a link";
//     static void fields(auto& visit, auto& link) {
//         visit(Field("parent", "a parent", Presence::required), link.parent);
//         visit(Field("p", "a probability", Presence::required), link.p);
//     }
//
// and whatever goes through the members of a file is a visitor: JSON is read and written by
// json_reader.hpp and json_writer.hpp, native files by flat_record.hpp, and docs/model.schema.json
// is made by the test of this header. Types of the library have free functions of these names.

enum class Presence {
    if_any,    ///< written unless it is empty, false or absent
    always,    ///< written in any case
    required,  ///< a file must have it, too
};

/// A member in files.
struct Field {
    constexpr Field(std::string_view its_name, std::string_view an_element = {},
                    Presence its_presence = Presence::if_any, std::uint32_t since_version = 1)
        : name(its_name), what(an_element), presence(its_presence), since(since_version) {}

    /// A description for people who read the schema, and what it demands of the value besides its
    /// type, as JSON: `"minItems": 1`.
    constexpr Field about(std::string_view text, std::string_view demands = {}) const {
        Field field = *this;
        field.description = text;
        field.constraints = demands;
        return field;
    }

    std::string_view name;  ///< in JSON
    std::string_view what;  ///< the value, or an element of it, in messages: "a probability"
    Presence presence;
    /// Native files have it from this version on, behind all that earlier ones have.
    std::uint32_t since;
    std::string_view description{}, constraints{};
};

/// An object of this type in messages, "a row"; empty for types without fields.
template <class T>
inline constexpr std::string_view noun = {};
template <class T>
    requires requires { T::noun; }
inline constexpr std::string_view noun<T> = T::noun;

/// A type whose members are listed.
template <class T>
concept HasFields = !noun<T>.empty();

/// True if JSON has such an object on one line.
template <class T>
inline constexpr bool is_on_one_line = requires { T::is_on_one_line; };

/// True of types of which an object has exactly one of the members, each optional. Native files
/// have its number before it, from 0.
template <class T>
inline constexpr bool is_choice = requires { T::is_choice; };

/// T or const T, whichever a visitor needs.
template <class T, class U>
concept Is = std::same_as<std::remove_const_t<T>, U>;

template <class Visit, class T>
    requires requires { std::remove_const_t<T>::noun; }
void fields(Visit& visit, T& value) {
    std::remove_const_t<T>::fields(visit, value);
}

/// The contradiction within a value that was read, as a sentence; empty if there is none.
template <class T>
inline constexpr auto fault_of = [](const T&) { return std::string_view(); };

/// An object with its place.
struct FileObject {
    std::size_t offset = 0;
};

/// A list whose elements are taken one at a time while they are read, or made one at a time to be
/// written, because all of them at once may be large. Each one is read into the same `element`,
/// which is reset before the next one, by reset() of its own where it keeps something.
template <class T>
struct Sequence {
    std::function<void(T& element)> take{};
    T element{};
    std::size_t size = 0;
    std::function<void(std::size_t i, T& element)> make{};  ///< none: the list is left out

    bool empty() const { return !make; }
};

/// An element of a list of any names: an object in JSON, a list of pairs in a native file.
template <class T>
struct Named {
    WrittenName name;
    T value{};
};
template <class T>
Named<T> named(std::string name, T value) {
    Named<T> made;
    made.name.text = std::move(name);
    made.value = std::move(value);
    return made;
}

/// A value that is read into `value`, and written from where it is.
template <class T>
struct Stored {
    std::optional<T> value{};
    const T* written = nullptr;

    bool empty() const { return !written; }
};

/// A value that is passed over and read later, at its place, because it depends on others.
template <class T>
struct Deferred {
    std::optional<std::size_t> offset{};
    std::optional<T> value{};  ///< to be written

    bool empty() const { return !value; }
};

}  // namespace pgm::io::detail
