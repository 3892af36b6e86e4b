# %% [markdown]
# # A textbook network
#
# The chest clinic of Lauritzen and Spiegelhalter (1988, "Local computations with probabilities on
# graphical structures and their application to expert systems"): shortness of breath may come from
# tuberculosis, lung cancer or bronchitis; a visit to Asia and smoking are risks. The network is
# written, asked, changed and learned again from its own rows.

# %%
import pgm

net = pgm.Network("""
    asia{no|yes} -> tuberculosis{no|yes} -> either{no|yes} -> xray{normal|shadow}
    smoker{no|yes} -> cancer{no|yes} -> either -> breathless{no|yes}
    smoker -> bronchitis{no|yes} -> breathless
""")
net

# %% [markdown]
# ## Numbers
#
# A table has an axis for each parent, in the order of the arcs, and a last one for the states of
# the variable itself. Rows may also be named, or stand for all that are not.

# %%
net["asia"] = [0.99, 0.01]
net["smoker"] = [0.5, 0.5]
net["tuberculosis"] = [[0.99, 0.01], [0.95, 0.05]]
net["cancer"] = {"smoker=no": [0.99, 0.01], "smoker=yes": [0.9, 0.1]}
net["bronchitis"] = {"smoker=no": [0.7, 0.3], "smoker=yes": [0.4, 0.6]}
net["either"] = [[[1, 0], [0, 1]], [[0, 1], [0, 1]]]
net["xray"] = {"either=no": [0.95, 0.05], "either=yes": [0.02, 0.98]}
net["breathless"] = [[[0.9, 0.1], [0.2, 0.8]], [[0.3, 0.7], [0.1, 0.9]]]
net.check()

# %%
net["breathless"]

# %% [markdown]
# ## Questions
#
# An engine is exact. A notebook shows all posteriors in the nodes, with what is known in yellow.

# %%
engine = pgm.Engine(net)
engine.marginals()

# %% [markdown]
# A patient who is breathless and was in Asia. The shadow on the X-ray makes tuberculosis and cancer
# likely, and bronchitis is explained away.

# %%
before = engine.marginals({"breathless": "yes", "asia": "yes"})
after = engine.marginals({"breathless": "yes", "asia": "yes", "xray": "shadow"})
assert after["tuberculosis"]["yes"] > before["tuberculosis"]["yes"]
assert after["bronchitis"]["yes"] < before["bronchitis"]["yes"]
after

# %% [markdown]
# Questions in the language of the textbooks, uncertain (virtual) evidence, and the most probable
# explanation:

# %%
engine.query("P(tuberculosis, cancer | xray=shadow, smoker=yes)")

# %%
engine.query("P(cancer=yes | breathless=yes and not (asia=yes or bronchitis=yes))")

# %%
engine.marginals({"xray": [0.3, 0.7]}, ["either"])  # the picture is blurred

# %%
engine.mpe({"breathless": "yes", "xray": "shadow"}).assignment

# %% [markdown]
# Seeing is not doing: bronchitis tells something about smoking, giving it to somebody does not.

# %%
seen = float(engine.query("P(smoker=yes | bronchitis=yes)"))
done = float(engine.query("P(smoker=yes | do(bronchitis=yes))"))
assert abs(seen - 2 / 3) < 1e-12 and done == 0.5
seen, done

# %% [markdown]
# ## What the graph says
#
# Tuberculosis and cancer are independent, until the X-ray is known.

# %%
net.d_separated("tuberculosis _||_ cancer"), net.d_separated("tuberculosis _||_ cancer | xray")

# %% [markdown]
# ## Rows
#
# A frame of rows is answered at once; missing values are summed out. `predicted` beside the truth is
# a confusion matrix.

# %%
rows = net.sample(5000, seed=1)
known = rows[["asia", "smoker", "xray", "breathless"]].copy()
known.loc[::3, "xray"] = None
found = engine.posteriors(known, ["bronchitis"])
found.probabilities["bronchitis"][:5]

# %%
predicted = found.probabilities["bronchitis"][:, 1] > 0.5
rows.groupby(["bronchitis", predicted], observed=True).size().unstack()

# %% [markdown]
# The numbers of the same arcs, learned from these rows:

# %%
import numpy as np

arcs = "; ".join(f"{parent} -> {child}" for parent, child in net.arcs)
learned = pgm.StructureLearner(arcs).fit(rows).network_
assert np.abs(learned["breathless"].values - net["breathless"].values)[0].max() < 0.05
learned["breathless"]
