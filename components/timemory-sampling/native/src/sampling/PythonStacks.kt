package timemory.sampling

/** @property isOfInterpreter whether it is in the file that runs Python's functions */
internal class FunctionInC(val name: String, val isOfInterpreter: Boolean)

/**
 * @property name `null` where a function in C is about to run one in Python that is not there yet
 * @property isEntry whether a function in C was called for it: of those around it up to the next of these, that function in C runs all
 * @property isOfPackage whether it is of timemory's Python package
 */
internal class FunctionInPython(val name: String?, val isEntry: Boolean, val isOfPackage: Boolean)

/**
 * The functions of a stack that are [inC] and [inPython], each innermost first, as one stack.
 *
 * One function of the interpreter stands in C for those in Python that it runs: they take its place. Between them, the rest of the
 * interpreter says how one calls the other, and is left out; inside of the innermost one it says what that does, and is shown. Other libraries
 * are shown wherever they are. Around the outermost function in Python there may be a program that has Python built in.
 *
 * The package of timemory is part of the library: what it does itself has the name [FunctionNames.INTERNAL], its decorators around functions
 * of the program have [FunctionNames.CALLING].
 *
 * @param isCut whether there were more: both stacks are whole on the inside
 */
internal fun withPython(inC: List<FunctionInC>, inPython: List<FunctionInPython>, isCut: Boolean): List<String> {
    val stack = ArrayList<String>()
    val entries = entriesOf(inPython)
    val isLibrary = isLibraryAtWork(inC, inPython)
    if (isLibrary) stack.add(FunctionNames.INTERNAL)
    // In the few instructions in which the interpreter enters or leaves one of its functions, it has one more than it has begun.
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

/** The names of what one function in C runs each. */
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

/** Its decorators call functions of the program, which may be in C, too. */
private fun isLibraryAtWork(inC: List<FunctionInC>, inPython: List<FunctionInPython>): Boolean {
    val innermost = inPython.firstOrNull { it.name != null } ?: return false
    if (!innermost.isOfPackage) return false
    if (innermost.name!!.substringBefore('@').substringAfterLast('.') !in CALLING_PROGRAM) return true
    return inC.asSequence().takeWhile { it.name != RUNS_PYTHON }.any { it.name == FunctionNames.INTERNAL }
}

/** The function of CPython that runs those in Python. */
private const val RUNS_PYTHON = "_PyEval_EvalFrameDefault"

/** Functions of the package that call those of the program. */
private val CALLING_PROGRAM = setOf("wrapper", "measured", "measured_async", "stand_in")
