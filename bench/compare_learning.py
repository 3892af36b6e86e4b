#!/usr/bin/env python3
"""pgm beside pyAgrum, pgmpy and causal-learn at learning structures, on the same tables in one run: seconds of the search, the BIC of what was found, and how far it is from the truth.

    bench/compare_learning.py                          all tables; two hours, nearly all of it waiting for the peers
    bench/compare_learning.py --networks asia,alarm --rows 1000,10000
    bench/compare_learning.py --folder /tmp/scratch    where the peers are installed (from PyPI, once; 1 GB) and files are written; build/learning otherwise
    bench/compare_learning.py --docs                   writes the tables into docs/evidence/learning-tables.md, too
    bench/compare_learning.py --keep                   what is in the folder of an earlier run of the peers is not measured again

Tables are sampled from the reference networks by `pgm sample`. What is timed of a peer, always in its favour: bench/peers/structure_learner.py. Of pgm, the time that `--timings` tells:
it includes what is prepared for counting, not reading the file. Graphs of all programs are scored by `pgm score` and compared with the truth by `pgm compare`. A search of a peer that
takes more processor time than the limit is stopped, and not tried on larger tables of this network.
"""

import argparse
import csv
import json
import os
import pathlib
import resource
import signal
import statistics
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench/peers"))
from learned_graph import consistent_extension, write_bif  # noqa: E402

PACKAGES = ("pyagrum", "pgmpy", "causal-learn")
NETWORKS = ("asia", "child", "insurance", "alarm", "hailfinder", "hepar2", "andes")
SMALL = ("asia",)
# Processor seconds that a peer has to start and to read the table: some, and some for every cell.
START, READ = 10, 1e-6
# Program: its algorithms; of pgm those of `pgm learn --algorithm`, with --score if it is not BIC.
PGM = ("hc", "tabu", "ges", "boss", "boss qnml", "pc", "mmhc", "chow-liu", "exact")
PEERS = {
    "pyAgrum": ("pyagrum_learner.py", ("hc", "tabu", "miic", "pc")),
    "pgmpy": ("pgmpy_learner.py", ("hc", "tabu", "ges", "pc", "chow-liu")),
    "causal-learn": ("causal_learn_learner.py", ("ges", "boss", "pc")),
}
SPEED = [
    ("asia", 100_000),
    ("alarm", 10_000),
    ("alarm", 100_000),
    ("alarm", 1_000_000),
    ("insurance", 100_000),
    ("andes", 10_000),
]


def build():
    subprocess.run(["cmake", "--preset", "bench"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", "--preset", "bench", "--target", "pgm"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return ROOT / "build/bench/apps/pgm"


def install(folder):
    """The Python of an environment that has the peers."""
    python = folder / "environment/bin/python"
    if not python.exists():
        venv.create(folder / "environment", with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    return python


def bounded(seconds):
    """What a process does first that may take so much processor time and three quarters of the memory."""

    def limit():
        most = int(0.75 * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))

    return limit


def states_of(path):
    """{column: its states in the table}, as every program knows them that is given the table alone."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        names = next(rows)
        states = [set() for _ in names]
        for row in rows:
            for known, cell in zip(states, row):
                known.add(cell)
    return {name: sorted(known) for name, known in zip(names, states)}


class Table:
    """A sample of a network, and what is known of its columns."""

    def __init__(self, network, rows, truth, path):
        self.network, self.rows, self.truth, self.path = network, rows, truth, path
        self.columns = states_of(path)

    def choices(self):
        return ["--discrete", ",".join(f"'{name}'" for name in self.columns)]


class Comparison:
    def __init__(self, options):
        self.options = options
        self.folder = options.folder
        self.pgm_program = options.pgm or build()
        self.python = options.python or install(self.folder)
        self.too_slow = set()  # (program, algorithm, network)
        self.results = []

    def pgm(self, *words):
        return subprocess.run([self.pgm_program, *map(str, words)], check=True, capture_output=True, text=True)

    def network_file(self, name):
        """One of the reference data, or of those that pgmpy brings."""
        folders = [self.options.data / "networks/bif", *self.python.parent.parent.glob("lib/*/site-packages/pgmpy/utils/example_models")]
        paths = [folder / f"{name}.bif{suffix}" for folder in folders for suffix in ("", ".gz")]
        found = next((path for path in paths if path.exists()), None)
        if found is None:
            sys.exit(f"compare_learning.py: there is no network {name} in {', '.join(map(str, folders))}")
        return found

    def table(self, network, rows):
        truth, path = self.network_file(network), self.folder / f"{network}_{rows}.csv"
        if not path.exists():
            self.pgm("sample", truth, "-n", rows, "--seed", self.options.seed, "-o", path)
        return Table(network, rows, truth, path)

    def judge(self, table, graph):
        """BIC, and distance from the truth."""
        score = json.loads(self.pgm("score", graph, table.path, "--json", *table.choices()).stdout)
        # The divergence of the distributions is not asked for: hardly any memory is left to it.
        distance = json.loads(self.pgm("compare", table.truth, graph, "--json", "--memory-limit", "1KB").stdout)
        both = distance["cpdag"]["precision"] + distance["cpdag"]["recall"]
        f1 = 2 * distance["cpdag"]["precision"] * distance["cpdag"]["recall"] / both if both > 0 else 0
        return {"bic": score["bic"], "shd": distance["shd_cpdag"], "f1": f1}

    def learn(self, table, algorithm, threads, runs):
        graph = self.folder / "learned.bif"
        name, *score = algorithm.split()
        words = ["learn", table.path, "--algorithm", name, "--threads", threads, "--timings", "--json", "-o", graph, *table.choices()]
        words += ["--score", *score] if score else []
        seconds = []
        for _ in range(runs):
            told = self.pgm(*words).stderr.strip().splitlines()[-1]
            seconds.append(sum(json.loads(told)["query_ms"]) / 1e3)
        return {"seconds": statistics.median(seconds)} | self.judge(table, graph)

    def ask_peer(self, table, peer, algorithm, threads, runs):
        key = (peer, algorithm, table.network)
        if key in self.too_slow:
            return {"trouble": "slow"}
        kept = self.folder / "kept" / f"{peer}-{algorithm}-{table.path.stem}-{threads}-{runs}.json"
        if self.options.keep and kept.exists():
            answer = json.loads(kept.read_text())
        else:
            answer = self.run_peer(table, peer, algorithm, threads, 1)
            if runs * answer.get("seconds", self.options.limit) < self.options.limit:
                answer = self.run_peer(table, peer, algorithm, threads, runs)
            kept.parent.mkdir(exist_ok=True)
            kept.write_text(json.dumps(answer))
        if answer.get("trouble") == "slow":
            self.too_slow.add(key)
        return answer

    def run_peer(self, table, peer, algorithm, threads, runs):
        module = ROOT / "bench/peers" / PEERS[peer][0]
        one_thread = {name: str(threads) for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
        words = [self.python, module, table.path, algorithm, str(threads), str(runs)]
        cells = table.rows * len(table.columns)
        seconds = threads * int(self.options.limit + START + READ * cells)
        run = subprocess.run(words, capture_output=True, text=True, preexec_fn=bounded(seconds), env=os.environ | one_thread)
        out, trouble = run.stdout, "slow" if -run.returncode in (signal.SIGXCPU, signal.SIGKILL) else "failed"
        if run.returncode != 0:
            print(f"{peer} {algorithm} {table.path.stem}: " + (run.stderr.strip().splitlines() or [trouble])[-1], file=sys.stderr)
        told = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
        if not told:
            return {"trouble": trouble}
        names = told[0]["names"]
        parents = consistent_extension(len(names), told[0]["arcs"], told[0]["edges"])
        graph = self.folder / "peer.bif"
        write_bif(graph, table.columns, {name: [names[p] for p in parents[i]] for i, name in enumerate(names)})
        return {"seconds": statistics.median(one["seconds"] for one in told)} | self.judge(table, graph)

    def compare(self, network, rows, threads, runs):
        table = self.table(network, rows)
        for algorithm in PGM:
            if algorithm != "exact" or network in SMALL:
                self.add(table, "pgm", algorithm, threads, self.learn(table, algorithm, threads, runs))
        for peer, (_, algorithms) in PEERS.items():
            if threads == 1 or peer == "pyAgrum":
                for algorithm in algorithms:
                    self.add(table, peer, algorithm, threads, self.ask_peer(table, peer, algorithm, threads, runs))

    def add(self, table, program, algorithm, threads, answer):
        result = {"network": table.network, "rows": table.rows, "program": program, "algorithm": algorithm, "threads": threads} | answer
        self.results.append(result)
        print(json.dumps(result), flush=True)


def number(value):
    return f"{value:.2g}" if value < 10 else f"{value:.0f}"


def heading(cells):
    return ["| " + " | ".join(cells) + " |", "|" + "---|" * len(cells)]


def line(cells):
    return "| " + " | ".join(cells) + " |"


def speed_lines(results):
    """One line per table and algorithm that a peer has, too: seconds of one thread, or of one and of two."""
    found = {(r["network"], r["rows"], r["algorithm"], r["program"], r["threads"]): r for r in results}
    programs = ["pgm", *PEERS]

    def cell(network, rows, algorithm, program):
        answers = [found.get((network, rows, algorithm, program, threads)) for threads in (1, 2)]
        if answers[0] is None:
            return ""
        words = [number(a["seconds"]) if "seconds" in a else "-" for a in answers if a]
        return " / ".join(words) if words[0] != "-" else "-"

    lines = heading(["table", "algorithm", *programs])
    for network, rows in dict.fromkeys((r["network"], r["rows"]) for r in results):
        for algorithm in dict.fromkeys(r["algorithm"] for r in results):
            cells = [cell(network, rows, algorithm, program) for program in programs]
            if cells[0] or any(cells[1:]):
                lines.append(line([f"{network}, {rows:,} rows", f"`{algorithm}`", *cells]))
    return lines


def recovery_lines(results):
    """One table per network: distance, F1 and how much BIC is lost to the best graph of this table."""
    lines = []
    for network in dict.fromkeys(r["network"] for r in results):
        here = [r for r in results if r["network"] == network]
        sizes = sorted({r["rows"] for r in here})
        lines += ["", f"### {network}", "", *heading(["", *(f"{rows:,} rows" for rows in sizes)])]
        best = {rows: max(r["bic"] for r in here if r["rows"] == rows and "bic" in r) for rows in sizes}
        for program, algorithm in dict.fromkeys((r["program"], r["algorithm"]) for r in here):
            cells = []
            for rows in sizes:
                one = next((r for r in here if (r["rows"], r["program"], r["algorithm"]) == (rows, program, algorithm)), {})
                cells.append(f"{one['shd']} / {one['f1']:.3f} / {max(0.0, best[rows] - one['bic']):.1f}" if "bic" in one else "-")
            lines.append(line([f"{program} `{algorithm}`", *cells]))
    return lines


def summary_lines(results):
    """BOSS, by BIC and by qNML, beside the best of what the peers found."""
    titles = ["network", "rows", "`boss`: SHD", "F1", "seconds", "`boss` by qNML: SHD", "F1"]
    lines = heading([*titles, "the peers' least SHD", "the peers' greatest F1", "the peers' best BIC"])
    for network, rows in dict.fromkeys((r["network"], r["rows"]) for r in results):
        here = [r for r in results if (r["network"], r["rows"]) == (network, rows) and "bic" in r]
        own, by_qnml = (next(r for r in here if (r["program"], r["algorithm"]) == ("pgm", name)) for name in ("boss", "boss qnml"))
        cells = [network, f"{rows:,}", str(own["shd"]), f"{own['f1']:.3f}", number(own["seconds"]), str(by_qnml["shd"]), f"{by_qnml['f1']:.3f}"]
        peers = [r for r in here if r["program"] != "pgm"]
        if peers:
            named = lambda r, text: f"{text} ({r['program']} `{r['algorithm']}`)"
            least, greatest, likeliest = min(peers, key=lambda r: r["shd"]), max(peers, key=lambda r: r["f1"]), max(peers, key=lambda r: r["bic"])
            lost = likeliest["bic"] - own["bic"]
            cells += [named(least, least["shd"]), named(greatest, f"{greatest['f1']:.3f}"), named(likeliest, f"{lost:+.1f}")]
        else:  # all of them were too slow
            cells += ["-"] * 3
        lines.append(line(cells))
    return lines


def write_docs(sections):
    """Replaces what stands between the marks of the page."""
    page = ROOT / "docs/evidence/learning-tables.md"
    text = page.read_text()
    for name, lines in sections.items():
        begin, end = f"<!-- compare_learning {name} -->\n", "<!-- end -->"
        head, tail = text.split(begin)
        text = head + begin + "\n" + "\n".join(lines).strip() + "\n\n" + tail[tail.index(end) :]
    page.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--networks", default=",".join(NETWORKS))
    parser.add_argument("--rows", default="1000,10000,100000")
    parser.add_argument("--data", type=pathlib.Path, default=os.environ.get("PGM_REFERENCE_DATA"), help="the folder of networks/; PGM_REFERENCE_DATA otherwise")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/learning", help="for the scratch environment and files")
    parser.add_argument("--python", type=pathlib.Path, help="of an environment that has the peers already")
    parser.add_argument("--pgm", type=pathlib.Path, help="the program, where it is built already")
    parser.add_argument("--limit", type=float, default=60, help="processor seconds after which a search of a peer is stopped")
    parser.add_argument("--runs", type=int, default=5, help="runs of which the median is told, where speed is measured")
    parser.add_argument("--seed", type=int, default=1, help="of the samples")
    parser.add_argument("--only", choices=("speed", "recovery"))
    parser.add_argument("--keep", action="store_true", help="do not measure the peers again")
    parser.add_argument("--docs", action="store_true")
    options = parser.parse_args()
    if options.data is None:
        parser.error("no networks: set PGM_REFERENCE_DATA, or name their folder by --data")
    options.folder.mkdir(parents=True, exist_ok=True)

    networks, sections = options.networks.split(","), {}
    if options.only != "recovery":
        comparison = Comparison(options)
        for network, rows in SPEED:
            for threads in (1, 2) if network in networks else ():
                comparison.compare(network, rows, threads, options.runs)
        sections["seconds"] = speed_lines(comparison.results)
    if options.only != "speed":
        comparison = Comparison(options)
        for network in networks:
            for rows in sorted(map(int, options.rows.split(","))):
                comparison.compare(network, rows, 1, 1)
        sections["summary"] = summary_lines(comparison.results)
        sections["recovery"] = recovery_lines(comparison.results)
    for lines in sections.values():
        print("\n" + "\n".join(lines))
    if options.docs:
        write_docs(sections)


if __name__ == "__main__":
    main()
