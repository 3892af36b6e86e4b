#pragma once

namespace pgm::detail {

/// One function object of several, for std::visit: each alternative of a variant is answered by the
/// one that takes it, and the compiler names the alternative that none of them takes.
template <class... Functions>
struct Overloaded : Functions... {
    using Functions::operator()...;
};

}  // namespace pgm::detail
