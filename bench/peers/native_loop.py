"""Loops of C around functions that are too short to be timed one call at a time."""

import ctypes
import os
import subprocess
import time

CLOCK = """
#include <time.h>
static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}
"""
# Seconds of a call of a circuit's function, which is called for one set of inputs after the other.
OF_CIRCUIT = """
double of_circuit(void (*f)(const double *, double *, double *), const double *in, int inputs, double *tmp,
                  double *out, int sets, int calls) {
    const double start = seconds();
    for (int i = 0; i < calls; ++i) f(in + (long)(i % sets) * inputs, tmp, out);
    return (seconds() - start) / calls;
}
"""
FLAGS = ["-O2", "-march=native", "-shared", "-fPIC"]


def library(folder, name, text):
    """The text of C as a library, and how long the compiler took."""
    source = folder / f"{name}.c"
    source.write_text(text)
    start = time.perf_counter()
    subprocess.run([os.environ.get("CC", "cc"), *FLAGS, "-o", folder / f"{name}.so", source, "-lm"], check=True)
    return ctypes.CDLL(str(folder / f"{name}.so")), time.perf_counter() - start
