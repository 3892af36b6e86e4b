#include <pgm/compile/detail/straight_line.hpp>

#include <pgm/compile/detail/image_walk.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace pgm::detail {
namespace {

using Space = Image::Space;

/// A number as far as it is known before the program runs: a constant times one other number.
struct KnownNumber {
    double coefficient = 0;
    Atom operand;

    bool is_constant() const { return operand.kind == Atom::Kind::one; }
    bool is_plain() const { return coefficient == 1; }
};

bool reads_memory(std::span<const Term> terms) {
    return std::ranges::any_of(terms, [](const Term& term) {
        return term.a.kind == Atom::Kind::scratch || term.b.kind == Atom::Kind::scratch;
    });
}

class Straightener {
public:
    Straightener(const Image& image, std::size_t most_products)
        : image_(image), most_products_(most_products), scratch_(image.scratch_cells) {}

    StraightLine straighten() {
        for (std::size_t i = 0; i < image_.steps.size(); ++i) {
            if (i == image_.forward) end_forward();
            add_step(static_cast<std::uint32_t>(i));
        }
        if (image_.forward == image_.steps.size()) end_forward();
        return std::move(code_);
    }

private:
    void end_forward() {
        for (const Image::Table& root : image_.roots) {
            const KnownNumber known = read(root, 0);
            code_.roots.push_back({known.coefficient, known.operand, {}});
        }
        for (const Image::StateChoice& choice : image_.choices) {
            const std::span<const Image::ChoiceAxis> axes = axes_of(image_, choice);
            store(choice.a, reach(axes, &Image::ChoiceAxis::a));
            store(choice.b, reach(axes, &Image::ChoiceAxis::b));
        }
        code_.forward = code_.statements.size();
    }

    void add_step(std::uint32_t number) {
        const Image::Step& step = image_.steps[number];
        if (products_of(image_, step) > most_products_)
            keep_step(number);
        else
            resolve_step(step);
        if (!step.rescale) return;
        store(step.out, step.cells);
        code_.statements.push_back({Statement::Kind::scale, false, number});
    }

    void keep_step(std::uint32_t number) {
        const Image::Step& step = image_.steps[number];
        store(step.a, reach(loops_of(image_, step), &Image::StepLoop::a));
        store(step.b, reach(loops_of(image_, step), &Image::StepLoop::b));
        code_.statements.push_back({Statement::Kind::step, step.maximise, number});
        if (step.out.space != Space::scratch) return;
        for (std::uint32_t cell = step.out.cell; cell < step.out.cell + step.cells; ++cell)
            scratch_[cell] = {1, {Atom::Kind::scratch, cell}};
    }

    /// Numbers that are not in memory yet are written there, for loops to read them.
    void store(const Image::Table& table, std::size_t cells) {
        if (table.space != Space::scratch) return;
        for (std::size_t i = 0; i < cells; ++i) {
            const auto cell = static_cast<std::uint32_t>(table.cell + i);
            KnownNumber& known = scratch_[cell];
            const Atom own{Atom::Kind::scratch, cell};
            if (known.is_plain() && known.operand == own) continue;
            add_statement(Statement::Kind::scratch, cell, {{known.coefficient, known.operand, {}}},
                          false);
            known = {1, own};
        }
    }

    void resolve_step(const Image::Step& step) {
        std::vector<std::vector<Term>> sums(step.cells);
        for_each_product(loops_of(image_, step),
                         [&](std::size_t out, std::size_t a, std::size_t b) {
                             const Term term = product(read(step.a, a), read(step.b, b));
                             if (term.coefficient != 0) sums[out].push_back(term);
                         });
        for (std::uint32_t i = 0; i < step.cells; ++i) {
            join_constants(sums[i], step.maximise);
            if (step.out.space == Space::posterior)
                add_statement(Statement::Kind::posterior, step.out.cell + i, std::move(sums[i]),
                              step.maximise);
            else
                scratch_[step.out.cell + i] = known_result(std::move(sums[i]), step.maximise);
        }
    }

    KnownNumber read(const Image::Table& table, std::size_t offset) const {
        const auto cell = static_cast<std::uint32_t>(table.cell + offset);
        if (table.space == Space::constants) return {image_.constants[cell], {}};
        if (table.space == Space::evidence) return {1, {Atom::Kind::evidence, cell}};
        return scratch_[cell];
    }

    Term product(const KnownNumber& a, const KnownNumber& b) {
        if (a.coefficient == 0 || b.coefficient == 0) return {0, {}, {}};
        if (a.is_constant()) return {a.coefficient * b.coefficient, b.operand, {}};
        if (b.is_constant()) return {a.coefficient * b.coefficient, a.operand, {}};
        const Atom first = plain(a), second = plain(b);
        return {1, std::min(first, second), std::max(first, second)};
    }

    /// The number without a coefficient, for products that may come again.
    Atom plain(const KnownNumber& known) {
        if (known.is_plain()) return known.operand;
        return local({{known.coefficient, known.operand, {}}}, false);
    }

    static bool is_constant(const Term& term) { return term.a.kind == Atom::Kind::one; }

    /// The constants among the terms become one, the first.
    static void join_constants(std::vector<Term>& terms, bool maximise) {
        double joined = 0;
        for (const Term& term : terms) {
            if (!is_constant(term)) continue;
            joined = maximise ? std::max(joined, term.coefficient) : joined + term.coefficient;
        }
        std::erase_if(terms, is_constant);
        if (joined != 0) terms.insert(terms.begin(), {joined, {}, {}});
    }

    KnownNumber known_result(std::vector<Term> terms, bool maximise) {
        if (terms.empty()) return {};
        const Term& only = terms.front();
        if (terms.size() == 1 && only.b.kind == Atom::Kind::one &&
            only.a.kind != Atom::Kind::scratch)
            return {only.coefficient, only.a};
        return {1, local(std::move(terms), maximise)};
    }

    /// The local variable that has this value, a new one where there is none yet. What lies in
    /// memory may change, so nothing is concluded from its place.
    Atom local(std::vector<Term> terms, bool maximise) {
        const Atom next{Atom::Kind::local, code_.locals};
        if (!reads_memory(terms)) {
            const auto [found, is_new] = locals_.try_emplace({terms, maximise}, next);
            if (!is_new) return found->second;
        }
        add_statement(Statement::Kind::local, code_.locals++, std::move(terms), maximise);
        return next;
    }

    void add_statement(Statement::Kind kind, std::uint32_t target, std::vector<Term> terms,
                       bool maximise) {
        code_.statements.push_back({kind, maximise, target,
                                    static_cast<std::uint32_t>(code_.terms.size()),
                                    static_cast<std::uint32_t>(terms.size())});
        code_.terms.insert(code_.terms.end(), terms.begin(), terms.end());
    }

    const Image& image_;
    std::size_t most_products_;
    std::vector<KnownNumber> scratch_;  ///< by cell
    std::map<std::pair<std::vector<Term>, bool>, Atom> locals_;
    StraightLine code_;
};

/// Puts local variables where they are first read, so that they are in registers still when they
/// are, and numbers them again. Those that nothing reads are left out. What reads memory stays
/// where it was, for memory changes.
class Reordering {
public:
    explicit Reordering(StraightLine& code)
        : code_(code), made_by_(code.locals, 0), number_(code.locals, unread) {}

    void reorder() {
        find_read();
        const std::size_t forward = std::exchange(code_.forward, 0);
        for (std::uint32_t i = 0; i < code_.statements.size(); ++i) {
            if (i == forward) end_forward();
            if (is_anchored(code_.statements[i])) place(i);
        }
        if (forward == code_.statements.size()) end_forward();
        code_.statements = std::move(ordered_);
        code_.locals = next_;
        for (std::vector<Term>* terms : {&code_.terms, &code_.roots}) {
            for (Term& term : *terms) renumber(term.a), renumber(term.b);
        }
    }

private:
    static constexpr std::uint32_t unread = ~std::uint32_t{0}, unplaced = unread - 1;

    template <class Visit>
    void for_each_local(std::span<const Term> terms, const Visit& visit) const {
        for (const Term& term : terms) {
            for (const Atom& operand : {term.a, term.b}) {
                if (operand.kind == Atom::Kind::local) visit(operand.index);
            }
        }
    }

    void find_read() {
        const auto read = [&](std::uint32_t local) { number_[local] = unplaced; };
        for_each_local(code_.roots, read);
        for (std::uint32_t i = static_cast<std::uint32_t>(code_.statements.size()); i-- > 0;) {
            const Statement& statement = code_.statements[i];
            if (statement.kind == Statement::Kind::local) {
                made_by_[statement.target] = i;
                if (number_[statement.target] == unread) continue;
            }
            for_each_local(terms_of(code_, statement), read);
        }
    }

    bool is_anchored(const Statement& statement) const {
        if (statement.kind != Statement::Kind::local) return true;
        return number_[statement.target] == unplaced && reads_memory(terms_of(code_, statement));
    }

    void end_forward() {
        for_each_local(code_.roots, [&](std::uint32_t local) {
            if (number_[local] == unplaced) place(made_by_[local]);
        });
        code_.forward = ordered_.size();
    }

    /// Places a statement, and before it the local variables that it reads and that have no place.
    void place(std::uint32_t first) {
        waiting_.assign(1, first);
        while (!waiting_.empty()) {
            const Statement& statement = code_.statements[waiting_.back()];
            const bool is_local = statement.kind == Statement::Kind::local;
            if (is_local && number_[statement.target] != unplaced) {
                waiting_.pop_back();
                continue;
            }
            const std::size_t before = waiting_.size();
            for_each_local(terms_of(code_, statement), [&](std::uint32_t local) {
                if (number_[local] == unplaced) waiting_.push_back(made_by_[local]);
            });
            if (waiting_.size() > before) {
                std::reverse(waiting_.begin() + static_cast<std::ptrdiff_t>(before),
                             waiting_.end());
                continue;
            }
            waiting_.pop_back();
            ordered_.push_back(statement);
            if (is_local) ordered_.back().target = number_[statement.target] = next_++;
        }
    }

    void renumber(Atom& operand) const {
        if (operand.kind == Atom::Kind::local) operand.index = number_[operand.index];
    }

    StraightLine& code_;
    std::vector<std::uint32_t> made_by_;  ///< by local variable: its statement
    std::vector<std::uint32_t> number_;   ///< by local variable: the new one
    std::vector<Statement> ordered_;
    std::vector<std::uint32_t> waiting_;
    std::uint32_t next_ = 0;
};

}  // namespace

StraightLine straighten(const Image& image, std::size_t most_products) {
    StraightLine code = Straightener(image, most_products).straighten();
    Reordering(code).reorder();
    return code;
}

}  // namespace pgm::detail
