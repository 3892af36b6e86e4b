#pragma once

#include <libpq-fe.h>

namespace pgm::sources::detail {

/// The functions of libpq that read the result of a command, by their own names.
class PostgresqlResults {
protected:
    struct Symbol {
        void* address;
        template <class Function>
        operator Function*() const {
            return reinterpret_cast<Function*>(address);
        }
    };
    static Symbol symbol(const char* name);

public:
    decltype(&::PQclear) PQclear = symbol("PQclear");
    decltype(&::PQfname) PQfname = symbol("PQfname");
    decltype(&::PQftype) PQftype = symbol("PQftype");
    decltype(&::PQgetisnull) PQgetisnull = symbol("PQgetisnull");
    decltype(&::PQgetlength) PQgetlength = symbol("PQgetlength");
    decltype(&::PQgetvalue) PQgetvalue = symbol("PQgetvalue");
    decltype(&::PQnfields) PQnfields = symbol("PQnfields");
    decltype(&::PQntuples) PQntuples = symbol("PQntuples");
    decltype(&::PQresultErrorMessage) PQresultErrorMessage = symbol("PQresultErrorMessage");
    decltype(&::PQresultStatus) PQresultStatus = symbol("PQresultStatus");
};

/// All functions of libpq that are called here. It is loaded when a database of PostgreSQL is
/// opened first and not when a program starts: with the two dozen libraries that it needs itself,
/// for encryption and directories, that takes longer than to answer a question.
struct PostgresqlLibrary : PostgresqlResults {
    decltype(&::PQcancel) PQcancel = symbol("PQcancel");
    decltype(&::PQconnectdbParams) PQconnectdbParams = symbol("PQconnectdbParams");
    decltype(&::PQdescribePrepared) PQdescribePrepared = symbol("PQdescribePrepared");
    decltype(&::PQerrorMessage) PQerrorMessage = symbol("PQerrorMessage");
    decltype(&::PQexec) PQexec = symbol("PQexec");
    decltype(&::PQexecParams) PQexecParams = symbol("PQexecParams");
    decltype(&::PQfinish) PQfinish = symbol("PQfinish");
    decltype(&::PQfreeCancel) PQfreeCancel = symbol("PQfreeCancel");
    decltype(&::PQfreemem) PQfreemem = symbol("PQfreemem");
    decltype(&::PQgetCancel) PQgetCancel = symbol("PQgetCancel");
    decltype(&::PQgetCopyData) PQgetCopyData = symbol("PQgetCopyData");
    decltype(&::PQgetResult) PQgetResult = symbol("PQgetResult");
    decltype(&::PQprepare) PQprepare = symbol("PQprepare");
    decltype(&::PQputCopyData) PQputCopyData = symbol("PQputCopyData");
    decltype(&::PQputCopyEnd) PQputCopyEnd = symbol("PQputCopyEnd");
    decltype(&::PQsendQueryParams) PQsendQueryParams = symbol("PQsendQueryParams");
    decltype(&::PQsetNoticeReceiver) PQsetNoticeReceiver = symbol("PQsetNoticeReceiver");
    decltype(&::PQstatus) PQstatus = symbol("PQstatus");
};

/// Throws Error with the library that is missing, libpq or one that it needs.
const PostgresqlLibrary& libpq();

}  // namespace pgm::sources::detail
