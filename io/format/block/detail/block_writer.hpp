#pragma once

#include <io/format/detail/annotation.hpp>
#include <io/format/detail/network_writing.hpp>

#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// The beginning that the writers of formats of blocks share: the network, where it is written, and
/// the plain names of its variables. BlockReader is its counterpart.
class BlockWriter {
protected:
    /// Both must outlive the writer.
    BlockWriter(const BayesianNetwork& network, std::ostream& out)
        : network_(network), out_(out), names_(plain_variable_names(network)) {}

    const std::string& name(VariableId id) const { return names_[id.index()]; }
    std::string names(std::span<const VariableId> ids, std::string_view between) const {
        return joined(ids, between, [&](VariableId id) { return name(id); });
    }
    static std::string quoted_states(const Variable& variable, std::string_view between) {
        return joined(variable.states(), between, block_quoted);
    }

    void write_attributes(const std::vector<Attribute>& attributes, std::string_view indent) {
        for (const auto& [attribute, value] : attributes)
            out_ << indent << attribute << " = " << value << ";\n";
    }

    const BayesianNetwork& network_;
    std::ostream& out_;
    std::vector<std::string> names_;
};

}  // namespace pgm::io::detail
