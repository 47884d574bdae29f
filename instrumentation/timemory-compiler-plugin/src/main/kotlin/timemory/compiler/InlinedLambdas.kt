package timemory.compiler

import org.jetbrains.kotlin.ir.declarations.IrConstructor
import org.jetbrains.kotlin.ir.expressions.IrExpression
import org.jetbrains.kotlin.ir.expressions.IrFunctionAccessExpression
import org.jetbrains.kotlin.ir.expressions.IrFunctionExpression
import org.jetbrains.kotlin.ir.expressions.IrTypeOperatorCall

/** Returns the lambdas that become part of the function around [call], because the function it calls is inlined. */
internal fun inlinedLambdas(call: IrFunctionAccessExpression): List<IrFunctionExpression> {
    val callee = call.symbol.owner
    val isArray = callee is IrConstructor && JvmTypes.nameOf(callee.returnType).endsWith("[]")
    if (!callee.isInline && !isArray) return emptyList()
    return callee.parameters.zip(call.arguments).mapNotNull { (parameter, argument) ->
        if (parameter.isNoinline) null else lambdaIn(argument)
    }
}

private tailrec fun lambdaIn(argument: IrExpression?): IrFunctionExpression? = when (argument) {
    is IrFunctionExpression -> argument
    is IrTypeOperatorCall -> lambdaIn(argument.argument)
    else -> null
}
