package timemory.compiler

import org.jetbrains.kotlin.backend.common.extensions.IrPluginContext
import org.jetbrains.kotlin.backend.common.lower.DeclarationIrBuilder
import org.jetbrains.kotlin.ir.IrStatement
import org.jetbrains.kotlin.ir.UNDEFINED_OFFSET
import org.jetbrains.kotlin.ir.builders.IrBuilderWithScope
import org.jetbrains.kotlin.ir.builders.irAnnotation
import org.jetbrains.kotlin.ir.builders.irBlock
import org.jetbrains.kotlin.ir.builders.irBlockBody
import org.jetbrains.kotlin.ir.builders.irCall
import org.jetbrains.kotlin.ir.builders.irGet
import org.jetbrains.kotlin.ir.builders.irReturn
import org.jetbrains.kotlin.ir.builders.irString
import org.jetbrains.kotlin.ir.builders.irTemporary
import org.jetbrains.kotlin.ir.builders.irTry
import org.jetbrains.kotlin.ir.declarations.IrSimpleFunction
import org.jetbrains.kotlin.ir.expressions.IrBlockBody
import org.jetbrains.kotlin.ir.expressions.IrExpression
import org.jetbrains.kotlin.ir.expressions.IrExpressionBody
import org.jetbrains.kotlin.ir.expressions.IrTypeOperator
import org.jetbrains.kotlin.ir.expressions.impl.IrTypeOperatorCallImpl
import org.jetbrains.kotlin.ir.types.isNothing
import org.jetbrains.kotlin.ir.types.isUnit

/**
 * Converts the body of a function to
 *
 *     val region = enter("com.acme.Db.query")
 *     try { ... } finally { leave(region) }
 *
 * before any other transformation. So returns out of lambdas, `break`, exceptions and suspensions are correct on every target: the compiler
 * treats the region as if it were in the source, except that it has no lines of its own.
 */
internal class RegionInserter(private val context: IrPluginContext, private val library: InstrumentLibrary) {
    fun insert(function: FoundFunction, label: String, by: MeasuredBy) {
        val declaration = function.declaration as IrSimpleFunction
        val body = checkNotNull(declaration.body) { "$function has no body" }
        val builder = DeclarationIrBuilder(context, declaration.symbol, UNDEFINED_OFFSET, UNDEFINED_OFFSET)
        val statements = when (body) {
            is IrBlockBody -> body.statements.toList()
            is IrExpressionBody -> listOf(builder.irReturn(body.expression))
            else -> error("$function has a body of an unknown kind: ${body::class.simpleName}")
        }
        declaration.body = builder.irBlockBody(body.startOffset, body.endOffset) {
            val enter = irCall(library.enter(by, declaration.isSuspend))
            enter.arguments[0] = irString(label)
            when (by) {
                is MeasuredBy.Chosen -> Unit
                is MeasuredBy.Components -> enter.arguments[1] = irString(by.ids)
                is MeasuredBy.UserBundle -> enter.arguments[1] = irString(by.label)
            }
            val region = irTemporary(enter, nameHint = "region")
            val leave = irCall(library.leave(declaration.isSuspend))
            leave.arguments[0] = irGet(region)
            +irTry(context.irBuiltIns.unitType, unitBlock(statements), emptyList(), leave)
        }
        if (function.kind != FoundFunction.Kind.LAMBDA) library.mark?.let { declaration.annotations += builder.irAnnotation(it) }
    }

    private fun IrBuilderWithScope.unitBlock(statements: List<IrStatement>): IrExpression =
        irBlock(resultType = context.irBuiltIns.unitType) {
            statements.forEachIndexed { index, statement -> +if (index == statements.lastIndex) asUnit(statement) else statement }
        }

    /** A block has the value of its last expression. */
    private fun asUnit(statement: IrStatement): IrStatement {
        if (statement !is IrExpression || statement.type.isUnit() || statement.type.isNothing()) return statement
        val unit = context.irBuiltIns.unitType
        return IrTypeOperatorCallImpl(
            statement.startOffset, statement.endOffset, unit, IrTypeOperator.IMPLICIT_COERCION_TO_UNIT, unit, statement,
        )
    }
}
