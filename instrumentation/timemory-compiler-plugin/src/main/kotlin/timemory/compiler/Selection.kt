package timemory.compiler

import org.jetbrains.kotlin.ir.declarations.IrDeclarationOrigin
import org.jetbrains.kotlin.ir.declarations.IrSimpleFunction
import org.jetbrains.kotlin.ir.expressions.IrSyntheticBody
import org.jetbrains.kotlin.ir.util.hasAnnotation
import org.jetbrains.kotlin.name.FqName

/** Whether a function is measured, and why. */
internal class Verdict private constructor(val isSelected: Boolean, val reason: String, val warning: String?, val note: String?) {
    internal companion object {
        fun selected(reason: String, note: String? = null) = Verdict(true, reason, null, note)

        fun left(reason: String) = Verdict(false, reason, null, null)

        /** It was asked for by name. */
        fun refused(reason: String, wayOut: String) = Verdict(false, reason, wayOut, null)
    }
}

/** Decides which functions are measured: by the same rules, in the same order, as the agent. */
internal class Selection(private val options: Options) {
    fun of(function: FoundFunction): Verdict {
        val isMarked = function.mark != null
        if (function.owner.startsWith("timemory.")) return Verdict.left("belongs to timemory")
        val impossible = reasonAgainst(function)
        if (impossible != null) {
            return if (isMarked) Verdict.refused(impossible.reason, impossible.wayOut) else Verdict.left(impossible.reason)
        }
        options.exclude.find { it.containsMatchIn(function.text) }?.let { return Verdict.left("is excluded by '$it'") }
        val tails = TailCalls.of(function.declaration)
        if (isMarked) return Verdict.selected("has the annotation Measured", noteOf(tails))
        if (function.declaration.hasAnnotation(COMPOSABLE)) {
            return Verdict.left("is composable, and so rewritten by another plugin (annotate it)")
        }
        options.restrict.find { !it.containsMatchIn(function.text) }?.let { return Verdict.left("does not match the restriction '$it'") }
        options.learned?.of(function)?.let {
            if (!it) return Verdict.left("is not worth it, as was learned")
            return Verdict.selected("is worth it, as was learned", noteOf(tails))
        }
        val included = reasonFor(function) ?: return Verdict.left("matches nothing that includes")
        reasonOfKind(function)?.let { return Verdict.left(it) }
        if (tails?.isOnlyCall == true && !options.suspendTail) {
            return Verdict.left("only calls another function that suspends (suspend-tail)")
        }
        return Verdict.selected(included, noteOf(tails))
    }

    private fun noteOf(tails: TailCalls?): String? =
        if (tails?.isBroken == true) "what it calls last was a tail call, and is none with a region around it" else null

    private class Impossible(val reason: String, val wayOut: String)

    private fun reasonAgainst(function: FoundFunction): Impossible? {
        val declaration = function.declaration
        if (function.kind == FoundFunction.Kind.CONSTRUCTOR) {
            return Impossible("is a constructor", "the agent measures it; or annotate a function that it calls")
        }
        if (declaration !is IrSimpleFunction) return Impossible("is no function", "annotate a function")
        if (function.kind == FoundFunction.Kind.INLINED_LAMBDA) return Impossible("is inlined", "annotate the function around it")
        if (declaration.isTailrec) {
            return Impossible("is tailrec, and with a region around it would recur in earnest", "annotate the function that calls it")
        }
        if (declaration.isFakeOverride) return Impossible("is inherited", "annotate it where it is")
        if (declaration.isExpect || declaration.isExternal || declaration.body == null) {
            return Impossible("has no body", "annotate what implements it")
        }
        val isOwn = declaration.origin == IrDeclarationOrigin.DEFINED || function.kind == FoundFunction.Kind.LAMBDA
        if (!isOwn && declaration.origin != IrDeclarationOrigin.LOCAL_FUNCTION || declaration.body is IrSyntheticBody) {
            return Impossible("was made by the compiler", "annotate a function with a body in the source")
        }
        return null
    }

    private fun reasonFor(function: FoundFunction): String? {
        if (options.all) return "is of the module"
        options.packages.find { isInPackage(function, it) }?.let { return "is in package $it" }
        options.include.find { it.containsMatchIn(function.text) }?.let { return "matches '$it'" }
        if (function.ownerMark != null) return "is of a class or file with the annotation Measured"
        return null
    }

    private fun isInPackage(function: FoundFunction, name: String): Boolean {
        val own = function.packageName
        if (own == name) return true
        if (!own.startsWith("$name.")) return false
        return own.substring(name.length).count { it == '.' } <= options.depth
    }

    private fun reasonOfKind(function: FoundFunction): String? {
        val declaration = function.declaration as IrSimpleFunction
        if (declaration.isInline && !options.inline) return "is inlined (inline)"
        if (function.kind == FoundFunction.Kind.ACCESSOR && !options.accessors) return "is a getter or setter (accessors)"
        if (function.kind == FoundFunction.Kind.LAMBDA && !options.lambdas) return "is a lambda (lambdas)"
        if (isMain(function)) return null
        val size = FunctionSize.of(declaration)
        val minimum = if (size.loops) options.minSizeLoop else options.minSize
        if (size.bytes >= minimum) return null
        return "is trivial: about ${size.bytes} bytes of code, less than $minimum (${if (size.loops) "min-size-loop" else "min-size"})"
    }

    private fun isMain(function: FoundFunction) = function.name == "main" && function.parameters == "(java.lang.String[])"

    private companion object {
        val COMPOSABLE = FqName("androidx.compose.runtime.Composable")
    }
}
