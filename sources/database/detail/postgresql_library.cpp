#include <sources/database/detail/postgresql_library.hpp>

#include <pgm/core/error.hpp>

#include <dlfcn.h>

#include <string>

namespace pgm::sources::detail {
namespace {

void* loaded(void* found) {
    if (found) return found;
    throw Error(ErrorCode::io, std::string("PostgreSQL: ") + dlerror(), {},
                "install libpq: the package libpq5 of Debian and Ubuntu");
}

}  // namespace

PostgresqlResults::Symbol PostgresqlResults::symbol(const char* name) {
    static void* const library = loaded(dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL));
    return {loaded(dlsym(library, name))};
}

const PostgresqlLibrary& libpq() {
    static const PostgresqlLibrary library;
    return library;
}

}  // namespace pgm::sources::detail
