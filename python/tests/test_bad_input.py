"""Bad input ends no process: a property of everything that is public, found by itself."""

import os
import pathlib
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow
HERE = pathlib.Path(__file__).resolve().parent


def run(script, folder, *arguments):
    """Runs a script in a process of its own, whose end it may be. A data set that it asks for
    by mistake must not take the memory of the machine."""
    limit = "import resource; resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30)); "
    start = f"{limit}import runpy, sys; del sys.argv[0]; sys.path.insert(0, {str(HERE)!r}); "
    done = subprocess.run(
        [sys.executable, "-c", start + "runpy.run_path(sys.argv[0], run_name='__main__')"]
        + [str(HERE / script), *arguments, str(folder)],
        capture_output=True,
        text=True,
        timeout=1500,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"},
    )
    last_call = (folder / "call.txt").read_text(errors="replace").strip()
    assert done.returncode == 0, f"{done.stderr[-6000:]}\nThe last call was {last_call}"


@pytest.mark.parametrize("part", ["public", "estimators", "compiled"])
def test_no_bad_value_ends_the_process(part, tmp_path):
    run("call_with_bad_values.py", tmp_path, part)


def test_nothing_that_changes_while_it_is_used_ends_the_process(tmp_path):
    run("change_while_used.py", tmp_path)
