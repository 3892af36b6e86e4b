# %% [markdown]
# # What would change it?
#
# Seeing is not doing. Whether P(Y | do(X)) follows from what is observed is a question about the
# graph, and what it is then one about numbers. The page of it is docs/effects.md.

# %%
import pgm

# %% [markdown]
# ## Which variables must I adjust for?
#
# The arcs are enough. Smoking causes tar, tar causes cancer, and a gene that nobody has measured
# may cause both smoking and cancer: there is no set to adjust for, but tar is a front door.

# %%
smoking = "Gene{2 states, hidden} -> Smoking -> Tar -> Cancer <- Gene"
door = pgm.effect(smoking, cause="Smoking", effect="Cancer")
assert door.identified and door.method == "front-door"
door

# %% [markdown]
# Without the tar the effect does not follow, whatever the number of rows.

# %%
bow = pgm.effect(
    "Gene{2 states, hidden} -> Smoking -> Cancer <- Gene", cause="Smoking", effect="Cancer"
)
assert not bow.identified
bow

# %% [markdown]
# ## Simpson's paradox
#
# Of 800 patients half took a drug. Who took it recovered more often, in all; of the women less
# often, and of the men less often. Men took it more, and recover more whatever they take.

# %%
drug = pgm.Network("""
    Gender{man|woman} -> Drug{no|yes} -> Recovered{no|yes} <- Gender
    Gender: 0.5 0.5
    Drug | Gender=man: 0.25 0.75
    Drug | Gender=woman: 0.75 0.25
    Recovered | Drug=no, Gender=man: 0.3 0.7
    Recovered | Drug=yes, Gender=man: 0.4 0.6
    Recovered | Drug=no, Gender=woman: 0.7 0.3
    Recovered | Drug=yes, Gender=woman: 0.8 0.2
""")
engine = pgm.Engine(drug)
seen = engine.query("P(Recovered=yes | Drug=yes) - P(Recovered=yes | Drug=no)")
effect = pgm.effect(drug, cause="Drug", effect="Recovered")
assert float(seen) > 0 > effect.difference["yes"]
effect

# %% [markdown]
# Rows make it an estimate, with an interval of its own:

# %%
fitted = pgm.StructureLearner(drug).fit(drug.sample(800, seed=3)).network_
estimate = pgm.effect(fitted, cause="Drug", effect="Recovered", interval=0.95)
sure = estimate.difference["yes"].interval
assert sure.low < -0.1 < sure.high
estimate.difference["yes"]

# %% [markdown]
# ## An effect on a number

# %%
dose = pgm.Network("""
    Age{real} -> Dose{real} -> Pressure{real} <- Age
    Age: normal(50, sd 10)
    Dose: normal(0.2 Age, sd 3)
    Pressure: normal(100 + 0.8 Age - 1.5 Dose, sd 8)
""")
change = pgm.effect(dose, cause="Dose", effect="Pressure", from_=10, to=12)
assert abs(change.difference + 3) < 1e-9
change

# %% [markdown]
# ## What would have been
#
# The prisoner is dead. Would he be, had A not fired? A counterfactual asks about two worlds at
# once, and follows where the mechanisms are functions (Pearl 2009, section 7.1).

# %%
squad = pgm.Network("""
    Court{no|yes} -> Captain{no|yes} -> A{no|yes} -> Dead{no|yes} <- B{no|yes} <- Captain
    Court: 0.3 0.7
    Captain | Court=no: 1 0
    Captain | Court=yes: 0 1
    A | Captain=no: 1 0
    A | Captain=yes: 0 1
    B | Captain=no: 1 0
    B | Captain=yes: 0 1
    Dead | A=no, B=no: 1 0
    Dead: 0 1
""")
still = pgm.Engine(squad).query("P(Dead[do(A=no)]=yes | Dead=yes)")
assert float(still) == 1
still
