#pragma once

#include <io/format/xml/detail/xml_reader.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// The criteria of the utilities of a PGMX file, "cost" and "effectiveness" say, and the weights by
/// which OpenMarkov makes one number of them.
///
/// The network adds utilities up as they are. Where they are of several criteria, or of one that
/// has another weight than 1, it gets one more utility, the net benefit, which is their weighted
/// sum.
class PgmxCriteria {
public:
    /// The reader must outlive the object.
    explicit PgmxCriteria(XmlReader& reader) : reader_(reader) {}

    /// Takes the weights in <InferenceOptions>.
    void read_weights(pugi::xml_node options);
    void add_utility(WrittenName utility) { utilities_.push_back({std::move(utility), {}}); }
    /// Sets the criterion of the utility added last.
    void set_criterion(const std::string& criterion) { utilities_.back().criterion = criterion; }
    /// Says that others follow from a utility, so that it does not count by itself.
    void add_parent(const std::string& utility) { parents_.insert(utility); }
    /// Adds the net benefit, where there is one to be added, with a note or a warning.
    void add_net_benefit();

private:
    struct OfOne {
        WrittenName utility;
        std::string criterion;
    };

    double weight_of(const std::string& criterion) const;

    XmlReader& reader_;
    std::map<std::string, double> weights_;
    std::vector<OfOne> utilities_;
    std::set<std::string> parents_;
};

}  // namespace pgm::io::detail
