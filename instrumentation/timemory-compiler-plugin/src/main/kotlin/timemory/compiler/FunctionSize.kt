package timemory.compiler

import java.util.Collections
import java.util.IdentityHashMap
import org.jetbrains.kotlin.ir.IrElement
import org.jetbrains.kotlin.ir.declarations.IrClass
import org.jetbrains.kotlin.ir.declarations.IrFunction
import org.jetbrains.kotlin.ir.declarations.IrParameterKind
import org.jetbrains.kotlin.ir.declarations.IrSimpleFunction
import org.jetbrains.kotlin.ir.declarations.IrValueParameter
import org.jetbrains.kotlin.ir.declarations.IrVariable
import org.jetbrains.kotlin.ir.expressions.IrBranch
import org.jetbrains.kotlin.ir.expressions.IrCall
import org.jetbrains.kotlin.ir.expressions.IrCatch
import org.jetbrains.kotlin.ir.expressions.IrConst
import org.jetbrains.kotlin.ir.expressions.IrConstructorCall
import org.jetbrains.kotlin.ir.expressions.IrElseBranch
import org.jetbrains.kotlin.ir.expressions.IrFieldAccessExpression
import org.jetbrains.kotlin.ir.expressions.IrFunctionAccessExpression
import org.jetbrains.kotlin.ir.expressions.IrFunctionExpression
import org.jetbrains.kotlin.ir.expressions.IrGetObjectValue
import org.jetbrains.kotlin.ir.expressions.IrGetValue
import org.jetbrains.kotlin.ir.expressions.IrLoop
import org.jetbrains.kotlin.ir.expressions.IrReturn
import org.jetbrains.kotlin.ir.expressions.IrSetValue
import org.jetbrains.kotlin.ir.expressions.IrStringConcatenation
import org.jetbrains.kotlin.ir.expressions.IrThrow
import org.jetbrains.kotlin.ir.expressions.IrTry
import org.jetbrains.kotlin.ir.expressions.IrTypeOperatorCall
import org.jetbrains.kotlin.ir.types.isMarkedNullable
import org.jetbrains.kotlin.ir.types.isPrimitiveType
import org.jetbrains.kotlin.ir.util.fqNameWhenAvailable
import org.jetbrains.kotlin.ir.visitors.IrVisitorVoid

/**
 * The size of a function, in bytes of the code that the JVM would run, and whether it loops: this distinguishes trivial functions from
 * others, as the agent does using the code itself. There is none yet, and on other targets there never is; so this estimates it from the
 * usual code for each expression. An inlined function counts as a call and the contents of its lambdas.
 */
internal class FunctionSize private constructor() : IrVisitorVoid() {
    private val inlined: MutableSet<IrFunctionExpression> = Collections.newSetFromMap(IdentityHashMap())
    var bytes = 0
        private set
    var loops = false
        private set

    override fun visitElement(element: IrElement) {
        bytes += when (element) {
            is IrConst, is IrStringConcatenation -> MIDDLING
            is IrGetValue, is IrReturn, is IrThrow -> SMALL
            is IrSetValue, is IrVariable -> MIDDLING
            is IrCall -> bytesOf(element)
            is IrConstructorCall -> NEW
            is IrFieldAccessExpression, is IrGetObjectValue, is IrTypeOperatorCall -> REFERENCE
            is IrBranch -> REFERENCE
            is IrLoop -> JUMPS
            is IrTry, is IrCatch -> HANDLER
            else -> 0
        }
        if (element is IrLoop) loops = true
        element.acceptChildren(this, null)
    }

    override fun visitFunctionAccess(expression: IrFunctionAccessExpression) {
        val lambdas = inlinedLambdas(expression)
        inlined += lambdas
        if (lambdas.isNotEmpty() && isLoop(expression)) loops = true
        super.visitFunctionAccess(expression)
    }

    private fun bytesOf(call: IrCall): Int {
        val callee = call.symbol.owner
        val isArithmetic = callee.parameters.all { it.type.isPrimitiveType() } && callee.parent is IrClass
        return when {
            isArithmetic -> SMALL
            callee.isInline && call.arguments.none { it is IrFunctionExpression } -> INLINED
            else -> REFERENCE
        }
    }

    /** The code of `forEach`, `map` and `repeat`: they inline a lambda that runs for many elements. */
    private fun isLoop(call: IrFunctionAccessExpression): Boolean {
        val name = call.symbol.owner.fqNameWhenAvailable?.asString() ?: return false
        return name == "kotlin.repeat" || LOOPING_PACKAGES.any { name.startsWith(it) }
    }

    override fun visitFunctionExpression(expression: IrFunctionExpression) {
        if (expression in inlined) expression.function.body?.acceptChildren(this, null) else bytes += LAMBDA
    }

    override fun visitElseBranch(branch: IrElseBranch) {
        branch.result.accept(this, null)
    }

    override fun visitClass(declaration: IrClass) {
        // A separate class.
    }

    override fun visitSimpleFunction(declaration: IrSimpleFunction) {
        // A separate function.
    }

    internal companion object {
        private const val SMALL = 1
        private const val MIDDLING = 2
        private const val REFERENCE = 3
        private const val LAMBDA = 5
        private const val JUMPS = 5
        private const val NEW = 7
        private const val HANDLER = 8
        private const val INLINED = 8
        private const val PARAMETER_CHECK = 6

        /** The minimum code for continuing after a suspension. */
        private const val CONTINUATION = 100
        private val LOOPING_PACKAGES = listOf("kotlin.collections.", "kotlin.sequences.", "kotlin.text.")

        fun of(function: IrFunction): FunctionSize {
            val size = FunctionSize()
            function.body?.acceptChildren(size, null)
            size.bytes += 1 // the return at its end
            if (TailCalls.of(function)?.hasContinuation == true) size.bytes += CONTINUATION
            size.bytes += PARAMETER_CHECK * function.parameters.count { isChecked(function, it) }
            return size
        }

        /** The JVM's compiler checks that functions callable from outside are not passed `null`. */
        private fun isChecked(function: IrFunction, parameter: IrValueParameter): Boolean =
            function.visibility.isPublicAPI && parameter.kind != IrParameterKind.DispatchReceiver && !parameter.type.isPrimitiveType() &&
                !parameter.type.isMarkedNullable()
    }
}
