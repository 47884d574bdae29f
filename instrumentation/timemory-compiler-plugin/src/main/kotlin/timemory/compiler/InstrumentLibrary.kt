package timemory.compiler

import org.jetbrains.kotlin.backend.common.extensions.DeclarationFinder
import org.jetbrains.kotlin.ir.symbols.IrConstructorSymbol
import org.jetbrains.kotlin.ir.symbols.IrSimpleFunctionSymbol
import org.jetbrains.kotlin.name.CallableId
import org.jetbrains.kotlin.name.ClassId
import org.jetbrains.kotlin.name.FqName
import org.jetbrains.kotlin.name.Name

/** The functions that inserted code calls: `timemory-instrument`, which the module is compiled with. */
internal class InstrumentLibrary private constructor(
    private val functions: Map<String, IrSimpleFunctionSymbol>,
    val mark: IrConstructorSymbol?,
) {
    /** Opens a region: with its label, and, if it is measured [by] named components or a bundle, with those. */
    fun enter(by: MeasuredBy, isSuspend: Boolean): IrSimpleFunctionSymbol {
        val suspending = if (isSuspend) "Suspending" else ""
        return functions.getValue(
            when (by) {
                is MeasuredBy.Chosen -> "enter${suspending}1"
                is MeasuredBy.Components -> "enter${suspending}2"
                is MeasuredBy.UserBundle -> "enterBundle${suspending}2"
            },
        )
    }

    /** Closes it. */
    fun leave(isSuspend: Boolean): IrSimpleFunctionSymbol = functions.getValue(if (isSuspend) "leaveSuspending1" else "leave1")

    internal companion object {
        val PACKAGE = FqName("timemory.instrument")
        private val NAMES = listOf("enter", "enterBundle", "enterSuspending", "enterBundleSuspending", "leave", "leaveSuspending")

        const val MISSING = "timemory: the library that instrumented functions call is missing: add the dependency " +
            "dev.timemory:timemory-instrument, in the version of timemory-compiler-plugin, to the module"

        /** `null` if it does not exist. */
        fun find(finder: DeclarationFinder): InstrumentLibrary? {
            val found = HashMap<String, IrSimpleFunctionSymbol>()
            for (name in NAMES) {
                val all = finder.findFunctions(CallableId(PACKAGE, Name.identifier(name)))
                if (all.isEmpty()) return null
                for (function in all) found[name + function.owner.parameters.size] = function
            }
            val mark = finder.findConstructors(ClassId(PACKAGE, Name.identifier("Instrumented"))).firstOrNull()
            return InstrumentLibrary(found, mark)
        }
    }
}
