package timemory.sampling

import kotlin.test.Test
import kotlin.test.assertEquals

/** Merging of C and Python stacks. All are innermost first. */
class PythonStacksTest {
    private val eval = FunctionInC("_PyEval_EvalFrameDefault", isOfInterpreter = true)
    private val library = FunctionInC(FunctionNames.INTERNAL, isOfInterpreter = false)

    private fun interpreter(name: String) = FunctionInC(name, isOfInterpreter = true)

    private fun other(name: String) = FunctionInC(name, isOfInterpreter = false)

    private fun python(name: String?, isEntry: Boolean = false) = FunctionInPython(name, isEntry, isOfPackage = false)

    private fun ofPackage(name: String, isEntry: Boolean = false) = FunctionInPython(name, isEntry, isOfPackage = true)

    @Test
    fun functionsInPythonStandWhereTheInterpreterRunsThem() {
        val inC = listOf(
            interpreter("float_add"), eval, interpreter("list_sort"), eval, other("solve_in_library"), interpreter("call"), eval,
            other("main"),
        )
        val inPython = listOf(
            python("leaf"), python("key", isEntry = true), python("sorting", isEntry = true), python("step"),
            python("<module>", isEntry = true),
        )
        assertEquals(
            listOf("float_add", "leaf", "key", "sorting", "solve_in_library", "step", "<module>", "main"),
            withPython(inC, inPython, isCut = false),
        )
    }

    @Test
    fun aFunctionThatIsNotBegunHasNoName() {
        val inC = listOf(eval, interpreter("call"), eval)
        val inPython = listOf(python(null, isEntry = true), python("<module>", isEntry = true))
        assertEquals(listOf("<module>"), withPython(inC, inPython, isCut = false))
    }

    @Test
    fun whereTheStacksDoNotFitFunctionsInPythonAreShown() {
        val inC = listOf(eval, interpreter("call"), eval)
        assertEquals(listOf("f", "<module>"), withPython(inC, listOf(python("f"), python("<module>", isEntry = true)), isCut = false))
    }

    @Test
    fun ofACutStackWhatIsKnownIsShown() {
        val inPython = listOf(python("f", isEntry = true), python("g", isEntry = true), python("h"))
        assertEquals(listOf("inner", "f", "g", "h"), withPython(listOf(other("inner"), eval, interpreter("call")), inPython, isCut = true))
    }

    @Test
    fun theOwnWorkOfThePackageIsTheLibrarys() {
        val inC = listOf(library, other("ffi_call"), interpreter("call"), eval, eval)
        val inPython = listOf(ofPackage("Measured.__enter__@_measured.py:54", isEntry = true), python("solve", isEntry = true))
        assertEquals(listOf(FunctionNames.INTERNAL, FunctionNames.CALLING, "solve"), withPython(inC, inPython, isCut = false))
        val decorated = listOf(ofPackage("_wrapped.<locals>.wrapper@_measured.py:130", isEntry = true), python("solve", isEntry = true))
        assertEquals(listOf(FunctionNames.INTERNAL, FunctionNames.CALLING, "solve"), withPython(inC, decorated, isCut = false))
    }

    @Test
    fun whatItsDecoratorsCallIsTheProgram() {
        val inPython = listOf(ofPackage("_wrapped.<locals>.wrapper@_measured.py:130", isEntry = true), python("solve", isEntry = true))
        assertEquals(
            listOf("list_sort", FunctionNames.CALLING, "solve"),
            withPython(listOf(interpreter("list_sort"), eval, interpreter("call"), eval), inPython, isCut = false),
        )
        val further = listOf(python("step"), ofPackage("wrapper@_measured.py:130"), python("solve", isEntry = true))
        assertEquals(listOf("step", FunctionNames.CALLING, "solve"), withPython(listOf(eval), further, isCut = false))
    }

    @Test
    fun aStackWithoutPythonIsThatInC() {
        assertEquals(listOf("read", "main"), withPython(listOf(other("read"), other("main")), emptyList(), isCut = false))
    }
}
