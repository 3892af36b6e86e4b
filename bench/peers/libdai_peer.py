"""libDAI: the network as numbers for libdai_peer.cpp, which LIBDAI_PEER names as a program, and what that prints. Its junction tree is kept, so that every question is one run of HUGIN."""

import os
import pathlib
import subprocess
import sys
import tempfile

from bif_network import read_evidence, read_network


def problem(nodes, sets):
    lines = [str(len(nodes)), " ".join(str(len(node.states)) for node in nodes)]
    for i, node in enumerate(nodes):
        lines.append(" ".join(map(str, [len(node.parents) + 1, *node.parents, i])))
        lines.append(" ".join(map(repr, node.table.ravel().tolist())))
    for kind in ("fixed", "varying"):
        lines.append(str(len(sets[kind])))
        for given in sets[kind]:
            lines.append(" ".join(map(str, [len(given), *(number for finding in given.items() for number in finding)])))
    return "\n".join(lines) + "\n"


def main():
    network, evidence, seconds = sys.argv[1:4]
    nodes = read_network(network)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "problem.txt"
        file.write_text(problem(nodes, read_evidence(evidence, nodes)))
        sys.exit(subprocess.run([os.environ["LIBDAI_PEER"], file, seconds], check=False).returncode)


if __name__ == "__main__":
    main()
