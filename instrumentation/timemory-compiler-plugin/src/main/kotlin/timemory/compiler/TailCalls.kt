package timemory.compiler

import org.jetbrains.kotlin.ir.IrElement
import org.jetbrains.kotlin.ir.IrStatement
import org.jetbrains.kotlin.ir.declarations.IrClass
import org.jetbrains.kotlin.ir.declarations.IrFunction
import org.jetbrains.kotlin.ir.declarations.IrSimpleFunction
import org.jetbrains.kotlin.ir.expressions.IrBlockBody
import org.jetbrains.kotlin.ir.expressions.IrCall
import org.jetbrains.kotlin.ir.expressions.IrContainerExpression
import org.jetbrains.kotlin.ir.expressions.IrExpressionBody
import org.jetbrains.kotlin.ir.expressions.IrFunctionExpression
import org.jetbrains.kotlin.ir.expressions.IrReturn
import org.jetbrains.kotlin.ir.expressions.IrTypeOperatorCall
import org.jetbrains.kotlin.ir.expressions.IrWhen
import org.jetbrains.kotlin.ir.types.isUnit
import org.jetbrains.kotlin.ir.visitors.IrVisitorVoid

/**
 * What a suspending function does last. If each call that may suspend is the last action of the function, compilers generate no
 * continuation for it; with a region around it, it needs one to close the region when it is resumed.
 */
internal class TailCalls private constructor(private val function: IrFunction) {
    private var inTail = 0

    /** Whether it does nothing but call another function. */
    val isOnlyCall: Boolean

    /** Whether it had no continuation of its own. */
    val isBroken: Boolean

    /** Whether it has one anyway. */
    val hasContinuation: Boolean

    init {
        val statements = when (val body = function.body) {
            is IrBlockBody -> body.statements
            is IrExpressionBody -> listOf(body.expression)
            else -> emptyList()
        }
        statements.lastOrNull()?.let { countInTail(it, isLast = true) }
        val all = SuspendingCalls().also { function.body?.acceptChildren(it, null) }.count
        isBroken = all > 0 && inTail == all
        hasContinuation = inTail < all
        isOnlyCall = isBroken && statements.size == 1 && all == 1
    }

    private fun countInTail(statement: IrStatement, isLast: Boolean) {
        when (statement) {
            is IrReturn -> if (statement.returnTargetSymbol == function.symbol) countInTail(statement.value, isLast = true)
            is IrCall -> if (isLast && statement.symbol.owner.isSuspend && keepsResult(statement)) inTail++
            is IrWhen -> statement.branches.forEach { countInTail(it.result, isLast) }
            is IrContainerExpression -> statement.statements.lastOrNull()?.let { countInTail(it, isLast) }
            is IrTypeOperatorCall -> countInTail(statement.argument, isLast)
            else -> Unit
        }
    }

    private fun keepsResult(call: IrCall) = call.type == function.returnType || function.returnType.isUnit() && call.type.isUnit()

    private class SuspendingCalls : IrVisitorVoid() {
        var count = 0

        override fun visitElement(element: IrElement) {
            if (element is IrCall && element.symbol.owner.isSuspend) count++
            element.acceptChildren(this, null)
        }

        override fun visitFunctionExpression(expression: IrFunctionExpression) {
            // Its body may be inlined here: then a suspending call in it is rarely the last one.
            if (!expression.function.isSuspend) super.visitFunctionExpression(expression)
        }

        override fun visitClass(declaration: IrClass) {
            // Others.
        }
    }

    internal companion object {
        /** `null` for functions that do not suspend. */
        fun of(function: IrFunction): TailCalls? =
            if ((function as? IrSimpleFunction)?.isSuspend == true) TailCalls(function) else null
    }
}
