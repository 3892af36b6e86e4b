#pragma once

#include <io/scene/scene.hpp>
#include <pgm/decide/decision_query.hpp>
#include <pgm/explain/influence.hpp>
#include <pgm/graph/equivalence.hpp>
#include <pgm/inference/continuous_posterior.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/model/network.hpp>
#include <pgm/query/interval.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace pgm::io {

/// An arc and how sure it is: a number from 0 to 1, such as the share of resampled tables from
/// which it is learned.
struct SureArc {
    Arc arc;
    double confidence = 0;

    friend bool operator==(const SureArc&, const SureArc&) = default;
};

/// Parts that a picture of a network shows besides names and arcs. The default is the graph alone.
struct Picture {
    /// The mean and standard deviation of a continuous variable whose density is not known.
    struct Moments {
        double mean = 0;
        double sd = 0;
    };
    /// P(X | e): of a discrete variable the probabilities of its states, drawn as bars; of a
    /// continuous one its density, drawn as a curve, or its moments, which are only written. No
    /// probabilities at all for a variable that has only its name. Of a utility its expectation is
    /// written.
    using Distribution = std::variant<std::vector<double>, ContinuousPosterior, Moments>;

    /// Distributions of every variable by id; empty if all have only their names. The caller
    /// computes them, so drawing never needs inference.
    std::vector<Distribution> distributions;
    /// How sure the probabilities of a variable's states are, by variable: lines across the ends of
    /// the bars. Empty if that is not drawn; null where there is no interval.
    std::vector<std::vector<std::optional<CredibleInterval>>> intervals = {};
    /// The expected utilities of the alternatives of decisions, at the right of their bars, the
    /// best ones in bold. The caller computes them, too.
    std::map<VariableId, DecisionAnswer> decisions = {};
    /// Variables with a finding are tinted. Observed variables, likelihoods and interventions have
    /// different tints.
    Evidence evidence;
    /// True if conditional distributions are drawn below the bars: tables, and the parameters of
    /// Gaussians, noisy-MAX distributions and other kinds.
    bool tables = false;
    /// The arcs to draw in place of the network's own: those of several networks over the same
    /// variables, which need not be acyclic.
    std::optional<std::vector<Arc>> arcs = std::nullopt;
    /// The variables to draw, ascending, and the arcs between them; null for all.
    std::optional<std::vector<VariableId>> only = std::nullopt;
    /// Arcs that are drawn without a head, either way round, sorted: those of which data leave the
    /// direction open (Cpdag::reversible).
    std::vector<Edge> open = {};
    /// Arcs get a width and a label by these numbers, those that are not listed by 0. Listed arcs
    /// that the picture does not draw count as opposite directions only.
    std::optional<std::vector<SureArc>> confidence = std::nullopt;
    /// Arcs get a width and a label by their strength; those that are not listed are plain. Not
    /// drawn together with `confidence`.
    std::optional<std::vector<ArcInfluence>> influence = std::nullopt;
    /// The graph that is drawn: the network, or one that exact inference makes of it under the
    /// evidence (pgm/explain/inference_graph.hpp). Of a moral graph and its triangulation the cards
    /// are those of the network, of a junction tree they are the cliques and separators.
    enum class Graph { network, moral, triangulated, cliques };
    Graph graph = Graph::network;
    /// The side on which children stand.
    enum class Direction { down, right };
    Direction direction = Direction::down;
    /// True if cards stand where the file of the network has them (file_positions()).
    bool at_file_positions = false;
    /// The name of a page or of a PDF document (document_title()); "" for that of the network.
    std::string title = {};
    /// Most states on a card. The most probable ones of a longer list are drawn, in their order,
    /// with the number of the others.
    std::size_t max_states = 12;
    /// Most rows of a table on a card: the first ones.
    std::size_t max_table_rows = 16;
};

/// The texts and numbers of one node, which the Graphviz writer and the SVG writer both draw.
struct NodeCard {
    enum class Tint { plain, observed, likelihood, intervened };

    struct Bar {
        std::string state;
        std::string probability;  ///< from probability_label()
        double fraction = 0;      ///< length of the bar, in [0, 1]
        std::optional<CredibleInterval> interval = std::nullopt;
        std::string utility = {};  ///< expected, of an alternative; "-" of an impossible one
        bool is_best = false;      ///< no alternative has a greater one
    };

    /// The density of a continuous variable. Positions along the axis are fractions of it, heights
    /// fractions of the room for the curve.
    struct Density {
        struct Spot {
            double position = 0;
            double height = 0;

            friend bool operator==(const Spot&, const Spot&) = default;
        };
        struct Range {
            double from = 0;
            double to = 1;

            friend bool operator==(const Range&, const Range&) = default;
        };

        std::string summary;  ///< "mean 46, sd 6"; "= 41" of a variable that has one value
        std::string finding;  ///< "3 < X <= 4" of one that was observed to lie in an interval
        Interval axis;        ///< the numbers at its ends; equal ones if there is one value
        /// The line that bounds the area of probability from above, from left to right.
        std::vector<Spot> curve;
        std::vector<Spot> point_masses;
        std::optional<Range> shaded;  ///< where the interval of the finding is

        /// False if there is only text.
        bool has_plot() const { return !curve.empty() || !point_masses.empty(); }
    };

    /// The label that the file has, or the name; shortened. Of a clique the names of its variables,
    /// in several lines where they are long.
    std::string title;
    std::string full_title;  ///< whole, with the name after a label, for a tooltip
    Tint tint = Tint::plain;
    /// Decisions and separators have corners, utilities are diamonds; other cards are rounded.
    enum class Outline { rounded, angular, diamond };
    Outline outline = Outline::rounded;
    std::vector<Bar> bars;
    std::size_t hidden_states = 0;
    std::optional<Density> density;
    /// The first row is the head: parents, then states. Empty if there is no table.
    std::vector<std::vector<std::string>> table;
    std::size_t parent_columns = 0;  ///< the number of columns of the table for parents
    std::size_t hidden_rows = 0;

    /// The part that the card leaves out: "and 13 more states", "and 8 more rows", or "a table of
    /// 8 rows" for a table that is too wide. "" if all is drawn.
    std::string hidden_states_note() const;
    std::string hidden_rows_note() const;
};

/// The variables that the picture shows, in id order. Throws ArgumentError if Picture::only does
/// not ascend or has other ids than those of the network.
std::vector<VariableId> shown_variables(const BayesianNetwork& network, const Picture& picture);

/// The cards of shown_variables(). Throws ArgumentError if `distributions` does not have
/// the shape of the network, EvidenceError if the evidence does not fit, and
/// ImpossibleEvidenceError for a density under impossible evidence.
std::vector<NodeCard> node_cards(const BayesianNetwork& network, const Picture& picture);

/// The centres of shown_variables() in the file that the network was read from (`position =
/// (10, 20)` among the annotations). Throws ArgumentError if it has none for some of them.
std::vector<Point> file_positions(const BayesianNetwork& network, const Picture& picture);

/// The arcs that the picture shows.
std::vector<Arc> shown_arcs(const BayesianNetwork& network, const Picture& picture);

/// True if the arc is drawn without a head.
bool is_open(const Picture& picture, const Arc& arc);

/// True for an arc into a decision, from what is known when it is taken: it is dashed.
bool is_informational(const BayesianNetwork& network, const Arc& arc);

/// Line of an arc whose confidence or strength is known.
struct ArcMark {
    double width = 0;  ///< of the line in points: thin where the edge is uncertain, or weak
    /// "0.98"; "0.52 of 0.98" where the opposite arc has the other 0.46, and the edge is uncertain;
    /// a strength with two digits.
    std::string label;
};

/// The marks of shown_arcs(); empty if the picture shows neither of the two. Throws ArgumentError
/// for a confidence outside of 0 to 1 and for an arc that is listed twice or has no variables.
std::map<Arc, ArcMark> arc_marks(const BayesianNetwork& network, const Picture& picture);

/// A probability with three significant digits that is never rounded up to 1: "0.0104", ">0.999",
/// "1".
std::string probability_label(double probability);

/// A network in the language of Graphviz (https://graphviz.org/doc/info/lang.html), to be laid out
/// and styled by `dot`, `sfdp` and similar programs.
///
/// Nodes are called n0, n1, ... by variable id and have the escaped name of the variable in an
/// HTML-like label, so any name gives a valid file. With distributions each node lists its states
/// with bars, or has the mean and standard deviation of its density, with `tables` its conditional
/// probability table, and with `confidence` each arc its width and label. svg_text() makes a
/// finished picture of the same; this text can be edited.
std::string dot_text(const BayesianNetwork& network, const Picture& picture = {});

/// A picture of a network: a card per variable with bars for its states or the curve of its
/// density, arrows for arcs, with widths and labels by their confidence, tints for evidence, and
/// below it a legend of what is not plain.
///
/// Parents stand above their children, or at their left (graph_layout.hpp), or where the file has
/// them. svg_text(), pdf_document() and tikz_text() write it. Throws TooLargeError if the network
/// is too large for a layout.
Scene network_scene(const BayesianNetwork& network, const Picture& picture = {});

/// The picture as SVG: svg_text(network_scene(network, picture)).
std::string svg_text(const BayesianNetwork& network, const Picture& picture = {});

/// The title of a page or of a PDF document: picture.title, or else the name of the network, or
/// "network" where it has none ("unknown" is what programs write for none).
std::string document_title(const BayesianNetwork& network, const Picture& picture = {});

/// The picture on a page of HTML that is moved and zoomed in a browser, for networks larger than a
/// screen, with a field that finds variables by their names. It needs no other file and no
/// connection. Throws as network_scene() does.
std::string html_text(const BayesianNetwork& network, const Picture& picture = {});

}  // namespace pgm::io
