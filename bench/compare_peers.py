#!/usr/bin/env python3
"""pgm beside pyAgrum, pgmpy and compiled-knowledge on the same networks and evidence in one run: milliseconds, ratios, and whether the posteriors agree.

    bench/compare_peers.py                           the networks of PGM_REFERENCE_DATA that have evidence there; up to an hour, most of it waiting for the peers
    bench/compare_peers.py asia alarm                only these
    bench/compare_peers.py --folder /tmp/scratch     where the peers are installed (from PyPI, once; 700 MB) and files are written; build/peers otherwise
    bench/compare_peers.py --libdai ~/libDAI         libDAI, too, whose sources are there; it is compiled for this processor

All posteriors of all variables are asked for, on one thread: first (without evidence, compilation included, in a warm process), fixed (the same variables observed each time) and varying
(others each time, nothing kept). What is timed of a peer, always in its favour: bench/peers. Of pgm: bench/network_table. A peer that needs longer than the limit, or too much memory, is said to.
"""

import argparse
import json
import math
import os
import pathlib
import resource
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent
AGREEMENT = 1e-9
GOAL = 20
KINDS = ("first", "fixed", "varying")
# Peer: its module, its algorithms, and up to how many clique cells each is tried. Where the slower ones are given up they are far behind.
PEERS = {
    "pyAgrum": ("pyagrum_peer.py", {"LazyPropagation": math.inf, "ShaferShenoyInference": math.inf, "VariableElimination": 20e3}),
    "pgmpy": ("pgmpy_peer.py", {"VariableElimination": 50e3}),
    "compiled-knowledge": ("compiled_knowledge_peer.py", {"FE_BEST_JOINTREE": 50e3, "FE_MIN_FILL": 50e3, "VE_MIN_FILL": 50e3}),
}
LIBDAI = {"libDAI": ("libdai_peer.py", {"HUGIN": 5e6})}
# The sources of libDAI that a junction tree needs.
LIBDAI_SOURCES = "bipgraph clustergraph daialg exceptions factor factorgraph graph jtree properties regiongraph util varset weightedgraph".split()


def build():
    subprocess.run(["cmake", "--preset", "bench"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", "--preset", "bench", "--target", "pgm", "network_table"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def install(folder):
    """The Python of an environment that has the peers."""
    python = folder / "environment/bin/python"
    if not python.exists():
        venv.create(folder / "environment", with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", "pyagrum", "pgmpy"], check=True)
    if subprocess.run([python, "-m", "pip", "install", "--quiet", "compiled-knowledge"]).returncode != 0:
        print("compare_peers.py: compiled-knowledge cannot be installed, and is left out", file=sys.stderr)
        del PEERS["compiled-knowledge"]
    return python


def compile_libdai(sources, folder):
    """Sets LIBDAI_PEER. The sources are older than today's compilers, hence the standard and the leniency."""
    program = folder / "libdai_peer"
    files = [sources / f"src/{name}.cpp" for name in LIBDAI_SOURCES if (sources / f"src/{name}.cpp").exists()]
    flags = ["-std=c++11", "-O3", "-march=native", "-DNDEBUG", "-DDAI_WITH_JTREE", "-fpermissive", "-w", "-I", sources / "include"]
    subprocess.run(["g++", *flags, ROOT / "bench/peers/libdai_peer.cpp", *files, "-lgmpxx", "-lgmp", "-o", program], check=True)
    os.environ["LIBDAI_PEER"] = str(program)


def pgm(*words):
    return subprocess.run([ROOT / "build/bench/apps/pgm", *words], check=True, capture_output=True, text=True).stdout


def limit_memory():
    most = int(0.75 * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


class Comparison:
    def __init__(self, options):
        self.options = options
        self.python = options.python or install(options.folder)
        self.rows = []

    def network(self, name):
        path = next(p for p in (self.options.data / f"networks/bif/{name}.bif{suffix}" for suffix in ("", ".gz")) if p.exists())
        evidence = self.options.data / f"evidence/{name}.json"
        plain = self.options.folder / f"{name}.bif"
        pgm("convert", path, plain)
        row = {"network": name, "pgm": self.times_of_pgm(path), "peers": {}, "troubles": [], "difference": 0}
        expected = self.posteriors_of_pgm(path, evidence)
        for peer, (module, algorithms) in PEERS.items():
            for algorithm, most_cells in algorithms.items():
                if row["pgm"]["cells"] <= most_cells:
                    self.ask_peer(row, peer, [self.python, ROOT / "bench/peers" / module, plain, evidence, str(self.options.seconds), algorithm], expected)
        self.rows.append(row)
        print(self.line(row), flush=True)

    def times_of_pgm(self, path):
        words = [ROOT / "build/bench/bench/network_table", path, "--evidence", self.options.data / "evidence", "--networks-only", "--json"]
        return json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)["networks"][0]

    def posteriors_of_pgm(self, path, evidence):
        """By kind, one list per evidence set, of one list per variable."""
        kinds = json.loads(evidence.read_text())
        answers = {}
        for kind, sets in {"fresh": [{}], "fixed": kinds["fixed"], "varying": kinds["varying"]}.items():
            file = self.options.folder / "sets.json"
            file.write_text(json.dumps(sets))
            results = json.loads(pgm("marginals", path, "--evidence-file", file, "--json"))
            answers[kind] = [[list(states.values()) for states in result["marginals"].values()] for result in results]
        return answers

    def ask_peer(self, row, peer, words, expected):
        """The best of what its algorithms need; what they told before a limit struck counts."""
        algorithm, trouble = words[-1], ""
        try:
            run = subprocess.run(words, capture_output=True, text=True, timeout=self.options.limit, preexec_fn=limit_memory)
            out = run.stdout
            if run.returncode != 0:
                trouble = (run.stderr.strip().splitlines() or ["killed"])[-1]
        except subprocess.TimeoutExpired as late:
            out, trouble = (late.stdout or b"").decode(), f"more than {self.options.limit:g} s"
        best = row["peers"].setdefault(peer, {})
        for line in out.splitlines():
            measured = json.loads(line)
            kind = measured["kind"]
            if measured["ms"] < best.get(kind, (math.inf,))[0]:
                best[kind] = (measured["ms"], algorithm)
            if "posteriors" in measured:
                row["difference"] = max(row["difference"], difference(measured["posteriors"], expected[kind]))
        if "first" not in best and "fresh" in best:
            best["first"] = best["fresh"]
        if trouble:
            row["troubles"].append(f"{peer}, {algorithm}: {trouble}")

    def line(self, row):
        cells = [f"{row['network']:12}"]
        for peer in PEERS:
            best = row["peers"].get(peer, {})
            cells.append(" / ".join(number(best[kind][0]) if kind in best else "-" for kind in KINDS))
        cells.append(" / ".join(number(row["pgm"][f"{kind}_ms"]) for kind in KINDS))
        for peer in PEERS:
            cells.append(" / ".join(marked(ratio) for ratio in ratios(row, peer).values()) if row["peers"].get(peer) else "-")
        compared = any(row["peers"].values())
        cells.append((f"{row['difference']:.1e}" if compared else "-") + ("" if row["difference"] <= AGREEMENT else " NO"))
        return "| " + " | ".join(cells) + " |"

    def print_head(self):
        heads = ["network", *PEERS, "pgm", *(f"{peer} / pgm" for peer in PEERS), "largest difference"]
        print("Milliseconds, first / fixed / varying; ratios likewise, those under 20 marked (!)\n")
        print("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|", flush=True)

    def print_means(self):
        print()
        for peer in PEERS:
            for kind in KINDS:
                values = [value for row in self.rows if (value := ratios(row, peer)[kind])]
                if values:
                    mean = math.exp(sum(map(math.log, values)) / len(values))
                    print(f"{peer}, {kind}: {number(mean)} times in the geometric mean of {len(values)} networks, {min(values):.3g} to {max(values):.3g}")
        for row in self.rows:
            for trouble in row["troubles"]:
                print(f"{row['network']}: {trouble}")


def ratios(row, peer):
    best = row["peers"].get(peer, {})
    return {kind: best[kind][0] / row["pgm"][f"{kind}_ms"] if kind in best and best[kind][0] > 0 else None for kind in KINDS}


def difference(theirs, ours):
    return max(abs(a - b) for x, y in zip(theirs, ours) for u, v in zip(x, y) for a, b in zip(u, v, strict=True))


def number(value):
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def marked(ratio):
    return "-" if ratio is None else number(ratio) + ("" if ratio >= GOAL else " (!)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks", nargs="*", help="names, alarm for instance; all that have evidence otherwise")
    parser.add_argument("--data", type=pathlib.Path, default=os.environ.get("PGM_REFERENCE_DATA"), help="the folder of networks/ and evidence/; PGM_REFERENCE_DATA otherwise")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/peers", help="for the scratch environment and files")
    parser.add_argument("--python", type=pathlib.Path, help="of an environment that has pyagrum and pgmpy already")
    parser.add_argument("--libdai", type=pathlib.Path, help="a folder of libDAI's sources; needs GMP")
    parser.add_argument("--no-build", action="store_true", help="pgm is built already")
    parser.add_argument("--seconds", type=float, default=3, help="measuring time per number of a peer")
    parser.add_argument("--limit", type=float, default=240, help="seconds after which an algorithm of a peer is stopped")
    options = parser.parse_args()
    if options.data is None:
        parser.error("no networks: set PGM_REFERENCE_DATA, or name their folder by --data")
    options.folder.mkdir(parents=True, exist_ok=True)

    if not options.no_build:
        build()
    if options.libdai:
        compile_libdai(options.libdai, options.folder)
        PEERS.update(LIBDAI)
    comparison = Comparison(options)
    names = options.networks or sorted((path.stem for path in (options.data / "evidence").glob("*.json")), key=lambda name: (options.data / f"evidence/{name}.json").stat().st_size)
    comparison.print_head()
    for name in names:
        comparison.network(name)
    comparison.print_means()
    (options.folder / "results.json").write_text(json.dumps(comparison.rows, indent=1))
    if any(row["difference"] > AGREEMENT for row in comparison.rows):
        sys.exit("compare_peers.py: the posteriors do not agree")


if __name__ == "__main__":
    main()
