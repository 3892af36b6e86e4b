# %% [markdown]
# # What a table tells
#
# Which columns belong together, what the missing cells probably are, and rows that were never
# there. The pages of it are docs/tables.md and docs/learning.md.

# %%
import pandas as pd

import pgm

clinic = pgm.examples["asia"]
rows = clinic.sample(500, seed=2, missing={"xray": 0.3})
rows.head()

# %% [markdown]
# ## What is related
#
# Every pair of columns has the test that fits it, the surest first, with the false discovery rate q
# of all pairs.

# %%
pairs = pgm.associations(rows)
assert (pairs["q"] >= pairs["p"]).all()
pairs.head()

# %% [markdown]
# ## Missing cells
#
# A network that was learned from the table fills them in: the most probable state, or states that
# are drawn together, again and again, for whoever computes with all of them.

# %%
network = pgm.StructureLearner(missing="complete").fit(rows).network_
engine = pgm.Engine(network)
full = engine.complete(rows, seed=1)
assert rows["xray"].isna().sum() > 100 and not full["xray"].isna().any()
assert full["xray"][rows["xray"].notna()].astype(str).equals(rows["xray"].dropna().astype(str))
pd.concat([engine.complete(rows, seed=s)["xray"].value_counts() for s in range(3)], axis=1)

# %% [markdown]
# ## Rows given what is known, or done

# %%
ill = clinic.sample(1000, seed=1, evidence={"dysp": "yes"})
assert (ill["dysp"] == "yes").all()
ill["bronc"].value_counts(normalize=True)

# %%
forbidden = clinic.sample(1000, seed=1, do={"smoke": "no"})
forbidden["lung"].value_counts(normalize=True)

# %% [markdown]
# ## Dates
#
# A column of dates is a number, of days.

# %%
visits = pd.DataFrame(
    {"day": pd.date_range("2024-01-01", periods=200, freq="D"), "ill": ["no", "yes"] * 100}
)
visits["ill"] = ["yes" if day < 100 else "no" for day in range(200)]
model = pgm.NaiveBayes().fit(visits[["day"]], visits["ill"])
found = model.predict(pd.DataFrame({"day": pd.to_datetime(["2024-02-01", "2024-07-01"])}))
assert list(found) == ["yes", "no"]
found
