package timemory.sampling

/** @property isOfInterpreter whether it is in the file that runs Python functions */
internal class FunctionInC(val name: String, val isOfInterpreter: Boolean)

/**
 * @property name `null` if a C function is about to run a Python function that does not exist yet
 * @property isEntry whether a C function was called for it: that C function runs it and all enclosing ones, up to the next entry
 * @property isOfPackage whether it belongs to timemory's Python package
 */
internal class FunctionInPython(val name: String?, val isEntry: Boolean, val isOfPackage: Boolean)

/**
 * Merges the functions of a stack that are [inC] and [inPython], each innermost first.
 *
 * One interpreter function in C stands for the Python functions that it runs: these replace it. Between them, the rest of the interpreter
 * only shows how one calls the other, and is left out; inside the innermost one it shows what that does, and is kept. Other libraries are
 * always shown. Around the outermost Python function there may be a program that embeds Python.
 *
 * timemory's Python package is part of the library: its own work has the name [FunctionNames.INTERNAL], its decorators around functions of
 * the program have [FunctionNames.CALLING].
 *
 * @param isCut whether there were more: both stacks are complete on the inside
 */
internal fun withPython(inC: List<FunctionInC>, inPython: List<FunctionInPython>, isCut: Boolean): List<String> {
    val stack = ArrayList<String>()
    val entries = entriesOf(inPython)
    val isLibrary = isLibraryAtWork(inC, inPython)
    if (isLibrary) stack.add(FunctionNames.INTERNAL)
    // During the few instructions in which the interpreter enters or leaves one of its functions, the C stack has one more entry than was
    // started.
    if (!isCut && entries.size != inC.count { it.name == RUNS_PYTHON }) return stack.apply { addAll(entries.flatten()) }
    var entry = 0
    for (function in inC) {
        if (function.name == RUNS_PYTHON && entry < entries.size) {
            stack.addAll(entries[entry++])
        } else if (if (entry == 0) !isLibrary else !function.isOfInterpreter) {
            stack.add(function.name)
        }
    }
    while (entry < entries.size) stack.addAll(entries[entry++])
    return stack
}

/** Returns the names of the Python functions that each C function runs. */
private fun entriesOf(inPython: List<FunctionInPython>): List<List<String>> {
    val entries = ArrayList<MutableList<String>>()
    var isNew = true
    for (function in inPython) {
        if (isNew) entries.add(ArrayList())
        function.name?.let { entries.last().add(if (function.isOfPackage) FunctionNames.CALLING else it) }
        isNew = function.isEntry
    }
    return entries
}

/**
 * Returns whether the package itself is at work. Its decorators call functions of the program, which may be in C, so they count only while
 * the library's C code runs.
 */
private fun isLibraryAtWork(inC: List<FunctionInC>, inPython: List<FunctionInPython>): Boolean {
    val innermost = inPython.firstOrNull { it.name != null } ?: return false
    if (!innermost.isOfPackage) return false
    if (innermost.name!!.substringBefore('@').substringAfterLast('.') !in CALLING_PROGRAM) return true
    return inC.asSequence().takeWhile { it.name != RUNS_PYTHON }.any { it.name == FunctionNames.INTERNAL }
}

/** The CPython function that runs Python functions. */
private const val RUNS_PYTHON = "_PyEval_EvalFrameDefault"

/** Functions of the package that call those of the program. */
private val CALLING_PROGRAM = setOf("wrapper", "measured", "measured_async", "stand_in")
