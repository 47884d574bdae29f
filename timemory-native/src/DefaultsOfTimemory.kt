package timemory.capi

import timemory.settings.Catalogue

/**
 * Programs in C, C++, Fortran and Python that migrate from timemory get the files that it writes, with all rows, rather than the compact
 * file from which other commands create them on demand. Must be called before settings are loaded or listed.
 */
internal fun keepDefaultsOfTimemory() {
    for (name in listOf("JSON_OUTPUT", "TREE_OUTPUT", "FLAMEGRAPH_OUTPUT")) Catalogue.get(name).defaultsTo("true")
    Catalogue.compactOutput.defaultsTo("false")
    Catalogue.consoleMaxRows.defaultsTo("0")
    Catalogue.textMaxRows.defaultsTo("0")
}
