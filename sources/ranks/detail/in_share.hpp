#pragma once

#include <sources/ranks/rank_failure.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/stop_token.hpp>

#include <exception>

namespace pgm::sources::detail {

/// The result of `work` on the rows that this rank alone looks at. What it throws becomes
/// RankFailure, unless it is about the request, which all ranks have: then all of them throw alike.
template <class Work>
auto in_share(Work&& work) {
    try {
        return work();
    } catch (const TooLargeError&) {
        throw;
    } catch (const ArgumentError&) {
        throw;
    } catch (const Stopped&) {
        throw;
    } catch (...) {
        throw RankFailure(std::current_exception());
    }
}

}  // namespace pgm::sources::detail
