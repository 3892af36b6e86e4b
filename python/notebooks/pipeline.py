# %% [markdown]
# # A classifier in a pipeline
#
# A frame with texts, ordered categories, numbers and many missing values, as such data are. The
# estimators of pgm take it as it is, in everything that scikit-learn has.

# %%
import numpy as np
import pandas as pd
from sklearn.model_selection import GridSearchCV, cross_val_score, train_test_split

import pgm

draw = np.random.default_rng(4)
rows = 3000
ill = draw.random(rows) < 0.3
X = pd.DataFrame(
    {
        "smoker": np.where(draw.random(rows) < 0.2 + 0.4 * ill, "yes", "no"),
        "stage": pd.Categorical.from_codes(
            draw.integers(0, 2, rows) + ill, ["none", "early", "late"], ordered=True
        ),
        "age": draw.normal(48 + 9 * ill, 11),
        "pressure": draw.gamma(30 + 6 * ill, 4),
    }
)
X["pulse"] = 0.3 * X["pressure"] + draw.normal(35, 6, rows)
for name, share in {"smoker": 0.2, "age": 0.1, "pulse": 0.4}.items():
    X.loc[draw.random(rows) < share, name] = None
y = pd.Series(np.where(ill, "ill", "well"), name="diagnosis")
X.head()

# %% [markdown]
# ## Which structure?
#
# Missing values are summed out, so nothing is filled in before. A search over structures and over
# what becomes of numbers:

# %%
X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0)
search = GridSearchCV(
    pgm.BayesNetClassifier(),
    {"structure": ["nb", "tan", "kdb:2"], "continuous": ["mdlp", "gaussian", "kde"]},
    scoring="neg_log_loss",
    cv=3,
).fit(X_train, y_train)
pd.DataFrame(search.cv_results_)[["param_structure", "param_continuous", "mean_test_score"]]

# %%
model = search.best_estimator_
assert model.score(X_test, y_test) > 0.8
model

# %% [markdown]
# In a pipeline the columns may be prepared as usual; a frame comes out with `set_output`.

# %%
from sklearn.compose import make_column_transformer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

logarithms = make_column_transformer(
    (FunctionTransformer(np.log), ["pressure"]),
    remainder="passthrough",
    verbose_feature_names_out=False,
).set_output(transform="pandas")
pipeline = make_pipeline(logarithms, pgm.TAN(continuous="gaussian"))
cross_val_score(pipeline, X, y, cv=5, scoring="roc_auc").mean()

# %% [markdown]
# ## How good are the probabilities?
#
# scikit-learn's displays take the estimators. Temperature scaling makes posteriors honest.

# %%
from sklearn.calibration import CalibrationDisplay
from sklearn.metrics import RocCurveDisplay, log_loss

RocCurveDisplay.from_estimator(model, X_test, y_test, pos_label="ill")

# %%
bold = pgm.NaiveBayes().fit(X_train, y_train)
honest = pgm.NaiveBayes(calibration="temperature").fit(X_train, y_train)
display = CalibrationDisplay.from_estimator(bold, X_test, y_test, pos_label="ill", name="naive")
CalibrationDisplay.from_estimator(
    honest, X_test, y_test, pos_label="ill", name="calibrated", ax=display.ax_
)

# %%
{kind: log_loss(y_test, kind.predict_proba(X_test)) for kind in (bold, honest)}

# %% [markdown]
# ## The regions of two numbers
#
# Quadratic discriminants, of the rows in which both are known:

# %%
from sklearn.inspection import DecisionBoundaryDisplay

two = X_train[["age", "pressure"]].dropna()
regions = pgm.QDA().fit(two, y_train[two.index])
DecisionBoundaryDisplay.from_estimator(regions, two, response_method="predict_proba")

# %% [markdown]
# ## Decisions
#
# What is done depends on what mistakes cost: to wait with somebody who is ill is ten times as bad
# as to treat somebody who is well. A doubtful row may also be left to a person.

# %%
loss = {"treat": {"ill": 0, "well": 1}, "wait": {"ill": 10, "well": 0}}
pd.crosstab(y_test, model.predict(X_test, loss=loss))

# %%
pd.crosstab(y_test, model.predict(X_test, reject=0.2))

# %% [markdown]
# ## Why?
#
# How much each known cell of a row speaks for its prediction, in natural logarithms. The network
# says how the columns hang together.

# %%
model.explain(X_test[:1])[0].to_frame()

# %%
pgm.Engine(model.network_).marginals({"smoker": "yes", "stage": "late"})

# %% [markdown]
# The model is a file that the command line reads, too: `pgm predict diagnosis.json patients.csv`.

# %%
model.write("diagnosis.json")
