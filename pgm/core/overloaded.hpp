#pragma once

namespace pgm {

/// One function for every alternative of a variant: std::visit(Overloaded{...}, variant) compiles
/// only when each has its own.
template <class... Functions>
struct Overloaded : Functions... {
    using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace pgm
