#pragma once

#include <memory>
#include <utility>

namespace pgm {

/// One function for every alternative of a variant: std::visit(Overloaded{...}, variant) compiles
/// only when each has its own.
template <class... Functions>
struct Overloaded : Functions... {
    using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

/// A value that many of its owners do without: it takes one pointer, null where there is none.
///
/// It is a value all the same: copies copy what it holds, and two are equal when they hold equal
/// values or both hold none.
template <class T>
class Boxed {
public:
    Boxed() = default;
    explicit Boxed(T value) : held_(std::make_unique<T>(std::move(value))) {}
    Boxed(const Boxed& other) : held_(other.held_ ? std::make_unique<T>(*other.held_) : nullptr) {}
    Boxed(Boxed&&) noexcept = default;
    Boxed& operator=(const Boxed& other) { return *this = Boxed(other); }
    Boxed& operator=(Boxed&&) noexcept = default;
    ~Boxed() = default;

    explicit operator bool() const { return held_ != nullptr; }
    const T& operator*() const { return *held_; }
    const T* operator->() const { return held_.get(); }

    /// The value to be changed; made where there is none.
    T& make() {
        if (!held_) held_ = std::make_unique<T>();
        return *held_;
    }

    friend bool operator==(const Boxed& a, const Boxed& b) { return a && b ? *a == *b : !a && !b; }

private:
    std::unique_ptr<T> held_;
};

}  // namespace pgm
