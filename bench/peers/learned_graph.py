"""The graph that a peer learned, as a network that `pgm score` and `pgm compare` read."""


def consistent_extension(size, arcs, edges):
    """A DAG of the class (Dor and Tarsi 1992). Where there is none, because tests contradicted each other, the rest is directed from a variable that breaks least."""
    parents, neighbours = [set() for _ in range(size)], [set() for _ in range(size)]
    for a, b in arcs:
        if a not in parents[b] and b not in parents[a]:
            parents[b].add(a)
    for a, b in edges:
        if a not in parents[b] and b not in parents[a]:
            neighbours[a].add(b)
            neighbours[b].add(a)
    result, left = [set(one) for one in parents], set(range(size))
    while left:
        # A sink whose undirected neighbours are adjacent to all its neighbours goes last in the order.
        v = min(left, key=lambda v: (violations(v, left, parents, neighbours), v))
        for child in [w for w in left if v in parents[w]]:  # none, if there is an extension
            parents[child].discard(v)
            result[child].discard(v)
            result[v].add(child)
        result[v] |= neighbours[v]
        for w in neighbours[v]:
            neighbours[w].discard(v)
        left.discard(v)
        parents[v], neighbours[v] = set(), set()
    return [sorted(one) for one in result]


def violations(v, left, parents, neighbours):
    """Arcs out of v, and pairs that would newly meet at it."""
    children = sum(v in parents[w] for w in left)
    around = parents[v] | neighbours[v]
    apart = sum(x != y and y not in parents[x] | neighbours[x] and x not in parents[y] for x in neighbours[v] for y in around)
    return children, apart


def write_bif(path, columns, parents):
    """columns: {name: states}; parents: {name: [names]}. Every row is uniform: only the graph counts."""
    with open(path, "w", encoding="utf-8") as file:
        file.write("network learned {\n}\n")
        for name, states in columns.items():
            words = ", ".join(f'"{state}"' for state in states)
            file.write(f'variable "{name}" {{\n  type discrete [ {len(states)} ] {{ {words} }};\n}}\n')
        for name, states in columns.items():
            given = " | " + ", ".join(f'"{parent}"' for parent in parents[name]) if parents[name] else ""
            uniform = ", ".join([repr(1 / len(states))] * len(states))
            file.write(f'probability ( "{name}"{given} ) {{\n  default {uniform};\n}}\n')
