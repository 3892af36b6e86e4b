"""Networks in files, in bytes and in open files."""

from __future__ import annotations

import os
from typing import IO, Any, Optional, Union

from . import _pgm
from ._border import at_the_border, shown
from ._errors import ArgumentError, ArgumentTypeError
from ._network import Network
from ._warnings import warn

#: A path, the contents of a file, or an open one.
Source = Union[str, "os.PathLike[str]", bytes, IO[bytes], IO[str]]
Target = Union[str, "os.PathLike[str]", IO[bytes], IO[str]]


@at_the_border
def read(source: Source, *, format: Optional[str] = None, member: Optional[int] = None) -> Network:
    """Reads a network: BIF, XMLBIF, XDSL, NET, DSL, DNE, DSC, PGMX, XBN, ELV, UAI, PMML, JSON or
    the native ``.pgmodel``, also packed as ``.gz``.

    Warns of what its reader noticed, which ``pgm check`` prints.

    Arguments:
        source: a path; or bytes, or a file that is open to be read.
        format: the suffix of the format, "bif"; None: that of the path, or what bytes begin with.
        member: the number, from 1, of one of the networks of a classifier that has several.

    Raises:
        IoError, ParseError, ModelError: the latter with all problems of the file.
        ArgumentError: for a classifier that is no single network.
    """
    contents = contents_of(source)
    if contents is None and format is None:
        if "\n" in name_of(source) or "{" in name_of(source):
            raise ArgumentError(
                "a text is taken for a path: pgm.read(text.encode()) reads a text, and"
                " pgm.Network(text) is a network of arcs in a text"
            )
        core, remarks = _pgm.read(name_of(source), member)
    else:
        if contents is None:
            with open(name_of(source), "rb") as file:
                contents = file.read()
        core, remarks = _pgm.read_bytes(contents, name_of(source), _suffix(format), member)
    warn(remarks)
    return Network._of(core)


@at_the_border
def write(network: Network, target: Target, *, format: Optional[str] = None) -> list[str]:
    """Writes a network, to a path atomically. Returns what the format has no place for, a sentence
    each, and warns of it.

    Arguments:
        target: a path, or a file that is open to be written, as text or as bytes.
        format: of an open file, the suffix of the format, "bif"; None: that of its name, if it has
            one, else BIF. The format of a path is its suffix.
    """
    if not isinstance(network, Network):
        hint = ": the network comes first, pgm.write(network, path)"
        raise ArgumentTypeError(f"{shown(network)} is no pgm.Network{hint}")
    if hasattr(target, "write"):
        suffix = _suffix(format) or os.path.splitext(name_of(target))[1] or ".bif"
        losses = list(_pgm.losses(network._core, f"network{suffix}"))
        _write_to(target, _pgm.written(network._core, f"network{suffix}"))
    else:
        path = name_of(target)
        if format is not None:
            raise ArgumentError(f"the format of a path is its suffix: {path}{_suffix(format)}")
        losses = list(_pgm.losses(network._core, path))
        _pgm.write(network._core, path)
    warn(f"not in the file: {loss}" for loss in losses)
    return losses


def _write_to(file: Any, contents: bytes) -> None:
    if not hasattr(file, "encoding"):  # which those of texts have
        file.write(contents)
        return
    try:
        file.write(contents.decode())
    except UnicodeDecodeError:
        raise ArgumentError('this format is no text: open the file as "wb"') from None


def contents_of(source: Any) -> Optional[bytes]:
    """The bytes of what is no path; None of a path."""
    contents = source
    if hasattr(source, "read"):
        try:
            contents = source.read()
        except UnicodeDecodeError:
            raise ArgumentError('this file is no text: open it as "rb"') from None
    elif not isinstance(source, (bytes, bytearray, memoryview)):
        return None
    if isinstance(contents, str):
        return contents.encode()
    if not isinstance(contents, (bytes, bytearray, memoryview)):
        raise ArgumentTypeError(f"{shown(source)} gives neither bytes nor texts")
    found = bytes(contents)
    if found.startswith(b"\x1f\x8b"):
        raise ArgumentError("these bytes are packed: gzip.decompress(bytes) unpacks them")
    return found


def name_of(source: Any) -> str:
    """What errors call it: the path, the name of an open file, or "bytes"."""
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source)
    if not isinstance(source, (bytes, bytearray, memoryview)) and not (
        hasattr(source, "read") or hasattr(source, "write")
    ):
        raise ArgumentTypeError(f"{shown(source)} is neither a path nor bytes nor an open file")
    name = getattr(source, "name", None)
    return name if isinstance(name, str) and name else "bytes"


def _suffix(format: Optional[str]) -> str:
    if format is None:
        return ""
    if not isinstance(format, str):
        raise ArgumentTypeError(f"format is {shown(format)}, not the suffix of one, 'bif'")
    return format if format.startswith(".") else f".{format}"
