# %% [markdown]
# # From pgmpy and pyAgrum to pgm
#
# The first steps of pgmpy's tutorial, the student network of Koller and Friedman ("Probabilistic
# Graphical Models", 2009, figure 3.4), line by line in three packages. Where one of the others is
# not installed, its cells do nothing.

# %%
import numpy as np

import pgm

try:
    from pgmpy.factors.discrete import TabularCPD
    from pgmpy.inference import CausalInference, VariableElimination
    from pgmpy.models import DiscreteBayesianNetwork
except ImportError:
    DiscreteBayesianNetwork = None
try:
    import pyagrum as gum
except ImportError:
    gum = None

# %% [markdown]
# ## The network
#
# pgmpy: a column of a table is a configuration of the parents, and states are given apart.

# %%
if DiscreteBayesianNetwork:
    model = DiscreteBayesianNetwork([("D", "G"), ("I", "G"), ("G", "L"), ("I", "S")])
    names = {"D": ["easy", "hard"], "I": ["low", "high"], "G": ["A", "B", "C"]}
    names |= {"L": ["weak", "strong"], "S": ["bad", "good"]}

    def states(*variables):
        return {"state_names": {name: names[name] for name in variables}}

    model.add_cpds(
        TabularCPD("D", 2, [[0.6], [0.4]], **states("D")),
        TabularCPD("I", 2, [[0.7], [0.3]], **states("I")),
        TabularCPD(
            "G",
            3,
            [[0.3, 0.05, 0.9, 0.5], [0.4, 0.25, 0.08, 0.3], [0.3, 0.7, 0.02, 0.2]],
            ["I", "D"],
            [2, 2],
            **states("G", "I", "D"),
        ),
        TabularCPD("L", 2, [[0.1, 0.4, 0.99], [0.9, 0.6, 0.01]], ["G"], [3], **states("L", "G")),
        TabularCPD("S", 2, [[0.95, 0.2], [0.05, 0.8]], ["I"], [2], **states("S", "I")),
    )
    assert model.check_model()

# %% [markdown]
# pyAgrum: the network in a text, the rows by the states of the parents.

# %%
if gum:
    bn = gum.fastBN("D{easy|hard}->G{A|B|C}<-I{low|high}->S{bad|good};G->L{weak|strong}")
    bn.cpt("D")[:] = [0.6, 0.4]
    bn.cpt("I")[:] = [0.7, 0.3]
    bn.cpt("G")[{"I": "low", "D": "easy"}] = [0.3, 0.4, 0.3]
    bn.cpt("G")[{"I": "low", "D": "hard"}] = [0.05, 0.25, 0.7]
    bn.cpt("G")[{"I": "high", "D": "easy"}] = [0.9, 0.08, 0.02]
    bn.cpt("G")[{"I": "high", "D": "hard"}] = [0.5, 0.3, 0.2]
    bn.cpt("L")[{"G": "A"}] = [0.1, 0.9]
    bn.cpt("L")[{"G": "B"}] = [0.4, 0.6]
    bn.cpt("L")[{"G": "C"}] = [0.99, 0.01]
    bn.cpt("S")[{"I": "low"}] = [0.95, 0.05]
    bn.cpt("S")[{"I": "high"}] = [0.2, 0.8]

# %% [markdown]
# pgm: the network in a text; an array has an axis for each parent, so a row is a configuration. All
# problems are listed at once.

# %%
net = pgm.Network(
    "I{low|high} -> G{A|B|C} <- D{easy|hard}; G -> L{weak|strong}; I -> S{bad|good}"
)
net["D"] = [0.6, 0.4]
net["I"] = [0.7, 0.3]
net["G"] = [[[0.3, 0.4, 0.3], [0.05, 0.25, 0.7]], [[0.9, 0.08, 0.02], [0.5, 0.3, 0.2]]]
net["L"] = {"G=A": [0.1, 0.9], "G=B": [0.4, 0.6], "G=C": [0.99, 0.01]}
net["S"] = [[0.95, 0.05], [0.2, 0.8]]
assert net.check() == []
engine = pgm.Engine(net)
net

# %% [markdown]
# ## One posterior
#
# `VariableElimination(model).query(["G"], {"D": "easy", "I": "high"})`,
# `gum.getPosterior(bn, target="G", evs={"D": "easy", "I": "high"})`, and:

# %%
grade = engine.query("P(G | D=easy, I=high)")
if DiscreteBayesianNetwork:
    theirs = VariableElimination(model).query(["G"], {"D": "easy", "I": "high"}, show_progress=False)
    np.testing.assert_allclose(grade.to_numpy(), theirs.values, atol=1e-12)
if gum:
    theirs = gum.getPosterior(bn, target="G", evs={"D": "easy", "I": "high"})
    np.testing.assert_allclose(grade.to_numpy(), theirs.toarray(), atol=1e-12)
grade

# %% [markdown]
# ## All posteriors
#
# pgmpy asks for each; pyAgrum has an inference object; here it is one call, and a picture.

# %%
found = engine.marginals({"L": "weak"})
if DiscreteBayesianNetwork:
    elimination = VariableElimination(model)
    for name in ("D", "I", "G", "S"):
        theirs = elimination.query([name], {"L": "weak"}, show_progress=False)
        np.testing.assert_allclose(found[name].to_numpy(), theirs.values, atol=1e-12)
if gum:
    inference = gum.LazyPropagation(bn)
    inference.setEvidence({"L": "weak"})
    for name in ("D", "I", "G", "S"):
        theirs = inference.posterior(name).toarray()
        np.testing.assert_allclose(found[name].to_numpy(), theirs, atol=1e-12)
found

# %% [markdown]
# ## The most probable explanation
#
# `map_query(variables, evidence)`, `inference.mpe()`, and:

# %%
best = engine.mpe({"L": "weak"}).assignment
if DiscreteBayesianNetwork:
    assert best == elimination.map_query(["D", "I", "G", "S"], {"L": "weak"}, show_progress=False)
best

# %% [markdown]
# ## Independence
#
# pgmpy and pyAgrum give a truth value; here it has the path, too.

# %%
apart = net.d_separated("D _||_ I"), net.d_separated("D _||_ I | L")
if DiscreteBayesianNetwork:
    assert not model.is_dconnected("D", "I") and model.is_dconnected("D", "I", ["L"])
if gum:
    assert bn.isIndependent("D", "I", []) and not bn.isIndependent("D", "I", ["L"])
assert apart[0] and not apart[1]
apart

# %% [markdown]
# ## Interventions

# %%
done = engine.query("P(S | do(G=A))").to_numpy()
if DiscreteBayesianNetwork:
    theirs = CausalInference(model).query(["S"], do={"G": "A"}, show_progress=False)
    np.testing.assert_allclose(done, theirs.values, atol=1e-12)
done

# %% [markdown]
# ## Rows
#
# `model.simulate(1000)`, `gum.generateSample(bn, 1000)`, and:

# %%
rows = net.sample(1000, seed=1)
if DiscreteBayesianNetwork:
    assert set(model.simulate(10, show_progress=False).columns) == set(rows.columns)
rows.head()

# %% [markdown]
# `model.predict(rows)` of pgmpy takes a frame of known cells, too; here it is posteriors, with
# missing values:

# %%
known = rows[["D", "S", "L"]].copy()
known.loc[::2, "S"] = None
engine.posteriors(known, ["I", "G"]).probabilities["I"][:5]

# %% [markdown]
# ## Learning
#
# `model.fit(rows)`, `gum.BNLearner(rows, bn).learnParameters(bn)`, and:

# %%
arcs = "; ".join(f"{parent} -> {child}" for parent, child in net.arcs)
learned = pgm.StructureLearner(arcs, smoothing="mle").fit(rows).network_
if DiscreteBayesianNetwork:
    same = DiscreteBayesianNetwork(model.edges)
    same.fit(rows.astype(object))
    table = same.get_cpds("S").values  # columns of I=high, I=low: states in the order of names
    np.testing.assert_allclose(learned["S"].values, table.T[::-1], atol=1e-12)
learned["S"]
