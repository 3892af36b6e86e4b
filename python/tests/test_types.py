"""The types of the package: the stub of the compiled part has all that it exports, and mypy finds
nothing to object to."""

import ast
import importlib.util
import inspect
import pathlib
import subprocess
import sys

import pytest

import pgm
from pgm import _pgm

PACKAGE = pathlib.Path(pgm.__file__).parent


def names_in(nodes):
    """The names that statements of a stub define, those of classes with their members."""
    found = set()
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{name}" for name in names_in(node.body)}
    return found


def test_the_stub_has_what_the_compiled_part_exports():
    stub = names_in(ast.parse((PACKAGE / "_pgm.pyi").read_text()).body)
    exported = {name for name in vars(_pgm) if not name.startswith("_")}
    for name, kind in inspect.getmembers(_pgm, inspect.isclass):
        exported |= {f"{name}.{member}" for member in vars(kind) if not member.startswith("_")}
    assert exported - stub == set()
    assert {name for name in stub if not name.split(".")[-1].startswith("_")} - exported == set()


def test_every_public_function_has_types_and_a_docstring():
    for name in pgm.__all__:
        value = getattr(pgm, name)
        members = [value]
        if inspect.isclass(value):
            members += [
                member
                for key, member in vars(value).items()
                if not key.startswith("_") and inspect.isfunction(member)
            ]
        for member in members:
            if not inspect.isfunction(inspect.unwrap(member)):
                continue
            signature = inspect.signature(member)
            bare = [
                parameter.name
                for parameter in signature.parameters.values()
                if parameter.annotation is parameter.empty and parameter.name != "self"
            ]
            assert bare == [], f"{member.__qualname__}: {bare}"
            assert signature.return_annotation is not signature.empty, member.__qualname__


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not there")
def test_mypy_has_nothing_to_object_to(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--disable-error-code", "import-untyped"]
        + ["--cache-dir", str(tmp_path), "-p", "pgm"],
        capture_output=True,
        text=True,
        cwd=PACKAGE.parent,
    )
    assert done.returncode == 0, done.stdout[-3000:]
