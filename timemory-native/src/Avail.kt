package timemory.tools

import timemory.Timemory
import timemory.export.catalogue

/** Implements `timemory avail` for native programs: the list of components as JSON; with `--overhead`, the overhead of components. */
fun avail(arguments: Array<String>) {
    print(Timemory.catalogue(withCosts = "--overhead" in arguments))
}
