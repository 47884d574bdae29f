package timemory.tools

import timemory.Timemory
import timemory.export.catalogue

/** What `timemory avail` asks for native programs: the catalogue as JSON; with `--overhead`, what components cost. */
fun avail(arguments: Array<String>) {
    print(Timemory.catalogue(withCosts = "--overhead" in arguments))
}
