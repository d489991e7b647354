"""Runs the benchmarks: ``python -m tests.bench [--smoke] [name …]``. Each module ``bench_*`` has ``main(smoke)``."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys

import tests.bench


def main() -> int:
    """Runs the named benchmarks, or all; ``--smoke`` does each once, briefly, to see that it works."""
    names = sorted(m.name for m in pkgutil.iter_modules(tests.bench.__path__) if m.name.startswith("bench_"))
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=main.__doc__)
    parser.add_argument("--smoke", action="store_true", help="one brief round, no figures to quote")
    parser.add_argument("names", nargs="*", choices=[*names, []], metavar="name", help=", ".join(names))
    arguments = parser.parse_args()
    for name in arguments.names or names:
        print(f"-- {name}", flush=True)
        importlib.import_module(f"tests.bench.{name}").main(smoke=arguments.smoke)
    return 0


if __name__ == "__main__":
    sys.exit(main())
