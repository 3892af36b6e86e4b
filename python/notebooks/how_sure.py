# %% [markdown]
# # How sure is this probability?
#
# A network that was fitted to rows keeps the weight of the rows behind each row of its tables. What
# is known of these numbers is a Dirichlet distribution, and so every answer has an interval: the
# numbers are drawn again and again, and the same question is asked of each of the networks drawn.
# The page of it is docs/uncertainty.md.

# %%
import pgm

truth = pgm.Network("""
    Smoker{no|yes} -> Infarct{no|yes} <- Pressure{normal|high}
    Smoker: 0.7 0.3
    Pressure: 0.6 0.4
    Infarct | Smoker=no, Pressure=normal: 0.95 0.05
    Infarct | Smoker=no, Pressure=high: 0.85 0.15
    Infarct | Smoker=yes, Pressure=normal: 0.85 0.15
    Infarct | Smoker=yes, Pressure=high: 0.65 0.35
""")
patients = truth.sample(300, seed=4)
fitted = pgm.StructureLearner(truth).fit(patients).network_
fitted["Infarct"]

# %% [markdown]
# ## One number
#
# A probability of few rows has a wide interval, and more rows make it narrow.

# %%
question = "P(Infarct=yes | Smoker=yes, Pressure=high)"
engine = pgm.Engine(fitted)
sure = engine.interval(question, 0.95)
assert sure.low < float(engine.query(question)) < sure.high
engine.query(question), sure

# %%
many = pgm.StructureLearner(truth).fit(truth.sample(30_000, seed=4)).network_
surer = pgm.Engine(many).interval(question, 0.95)
assert surer.high - surer.low < (sure.high - sure.low) / 5
surer

# %% [markdown]
# ## All of them
#
# Differences and ratios have intervals as well, as have the posteriors of all variables.

# %%
engine.interval(f"{question} - P(Infarct=yes | Smoker=no, Pressure=high)", 0.95)

# %%
marginals = engine.marginals({"Infarct": "yes"}, interval=0.95)
assert marginals.intervals["Smoker"]["yes"].sd > 0
marginals.to_frame()

# %% [markdown]
# ## Numbers that nobody counted
#
# A network whose numbers were written has no rows behind it, and no intervals, which is said.

# %%
try:
    pgm.Engine(truth).interval(question, 0.95)
except pgm.ArgumentError as error:
    print(error)

# %% [markdown]
# ## How sure an arc is
#
# The structure is learned again from tables whose rows are drawn with replacement; the confidence
# of an arc is the share of these that have it.

# %%
learner = pgm.StructureLearner(bootstrap=50, random_state=1).fit(patients)
assert all(0 < share <= 1 for share in learner.confidence_.values())
learner.plot()
