package timemory.compiler

import org.jetbrains.kotlin.backend.common.extensions.DeclarationFinder
import org.jetbrains.kotlin.backend.common.extensions.IrPluginContext
import org.jetbrains.kotlin.backend.common.lower.DeclarationIrBuilder
import org.jetbrains.kotlin.ir.IrStatement
import org.jetbrains.kotlin.ir.UNDEFINED_OFFSET
import org.jetbrains.kotlin.ir.builders.IrBuilderWithScope
import org.jetbrains.kotlin.ir.builders.irBlock
import org.jetbrains.kotlin.ir.builders.irCall
import org.jetbrains.kotlin.ir.builders.irGet
import org.jetbrains.kotlin.ir.builders.irGetObject
import org.jetbrains.kotlin.ir.builders.irTemporary
import org.jetbrains.kotlin.ir.declarations.IrDeclaration
import org.jetbrains.kotlin.ir.declarations.IrDeclarationBase
import org.jetbrains.kotlin.ir.declarations.IrFile
import org.jetbrains.kotlin.ir.declarations.IrParameterKind
import org.jetbrains.kotlin.ir.declarations.IrSimpleFunction
import org.jetbrains.kotlin.ir.declarations.IrSymbolOwner
import org.jetbrains.kotlin.ir.declarations.IrValueParameter
import org.jetbrains.kotlin.ir.expressions.IrCall
import org.jetbrains.kotlin.ir.expressions.IrExpression
import org.jetbrains.kotlin.ir.symbols.IrClassSymbol
import org.jetbrains.kotlin.ir.symbols.IrSimpleFunctionSymbol
import org.jetbrains.kotlin.ir.types.classFqName
import org.jetbrains.kotlin.ir.util.getPackageFragment
import org.jetbrains.kotlin.ir.visitors.IrElementTransformerVoid
import org.jetbrains.kotlin.name.CallableId
import org.jetbrains.kotlin.name.ClassId
import org.jetbrains.kotlin.name.FqName
import org.jetbrains.kotlin.name.Name

/**
 * Makes the call graph follow the coroutines that a file launches, by passing a context for it to the functions of kotlinx.coroutines that
 * launch them:
 *
 *     launch { ... }                         launch(followed(this, EmptyCoroutineContext)) { ... }
 *     withContext(Dispatchers.IO) { ... }    withContext(followedOnto(Dispatchers.IO)) { ... }
 *     runBlocking { ... }                    runBlocking(followed(EmptyCoroutineContext), followedBlock { ... })
 *
 * Otherwise a suspended region is not known to be suspended.
 */
internal class CoroutineFollower private constructor(
    private val context: IrPluginContext,
    private val inScope: IrSimpleFunctionSymbol,
    private val alone: IrSimpleFunctionSymbol,
    private val onto: IrSimpleFunctionSymbol,
    private val block: IrSimpleFunctionSymbol,
    private val emptyContext: IrClassSymbol,
) : IrElementTransformerVoid() {
    private var scope: IrDeclaration? = null

    override fun visitDeclaration(declaration: IrDeclarationBase): IrStatement {
        val around = scope
        scope = declaration
        return super.visitDeclaration(declaration).also { scope = around }
    }

    override fun visitCall(expression: IrCall): IrExpression {
        expression.transformChildren(this, null)
        val callee = expression.symbol.owner
        val parameter = callee.parameters.indexOfFirst(::isContext)
        if (parameter < 0 || !isOfCoroutines(callee)) return expression
        val builder = DeclarationIrBuilder(context, (scope as IrSymbolOwner).symbol, UNDEFINED_OFFSET, UNDEFINED_OFFSET)
        val receiver = callee.parameters.indexOfFirst { it.kind == IrParameterKind.ExtensionReceiver && it.type.classFqName == SCOPE }
        when {
            receiver >= 0 -> return builder.inScope(expression, receiver, parameter)
            callee.name.asString() == MAKES_ALONE -> {
                expression.arguments[parameter] = builder.call(alone, builder.given(expression, parameter))
                followBlock(builder, expression, callee)
            }
            expression.arguments[parameter] != null -> {
                expression.arguments[parameter] = builder.call(onto, builder.given(expression, parameter))
            }
        }
        return expression
    }

    private fun isContext(parameter: IrValueParameter) =
        parameter.kind == IrParameterKind.Regular && parameter.name.asString() == "context" && parameter.type.classFqName == CONTEXT

    private fun isOfCoroutines(callee: IrSimpleFunction): Boolean {
        val name = callee.getPackageFragment().packageFqName.asString()
        return name == COROUTINES || name.startsWith("$COROUTINES.")
    }

    private fun IrBuilderWithScope.given(call: IrCall, parameter: Int) = call.arguments[parameter] ?: irGetObject(emptyContext)

    private fun IrBuilderWithScope.call(function: IrSimpleFunctionSymbol, vararg arguments: IrExpression): IrExpression =
        irCall(function).also { call -> arguments.forEachIndexed { index, argument -> call.arguments[index] = argument } }

    /** The scope occurs once in the source, and is evaluated once. */
    private fun IrBuilderWithScope.inScope(call: IrCall, receiver: Int, parameter: Int): IrExpression =
        irBlock(resultType = call.type) {
            val launching = irTemporary(call.arguments[receiver]!!, nameHint = "scope")
            val given = given(call, parameter)
            call.arguments[receiver] = irGet(launching)
            call.arguments[parameter] = call(inScope, irGet(launching), given)
            +call
        }

    private fun followBlock(builder: IrBuilderWithScope, call: IrCall, callee: IrSimpleFunction) {
        val index = callee.parameters.indexOfFirst { it.kind == IrParameterKind.Regular && it.name.asString() == "block" }
        val given = if (index < 0) null else call.arguments[index]
        if (given == null || call.typeArguments.size != 1) return
        val followed = builder.irCall(block)
        followed.typeArguments[0] = call.typeArguments[0]
        followed.arguments[0] = given
        followed.type = callee.parameters[index].type
        call.arguments[index] = followed
    }

    internal companion object {
        private const val COROUTINES = "kotlinx.coroutines"
        private val SCOPE = FqName("kotlinx.coroutines.CoroutineScope")
        private val CONTEXT = FqName("kotlin.coroutines.CoroutineContext")
        private const val MAKES_ALONE = "runBlocking"

        fun follow(file: IrFile, context: IrPluginContext, finder: DeclarationFinder) {
            fun functions(name: String) = finder.findFunctions(CallableId(InstrumentLibrary.PACKAGE, Name.identifier(name)))
            fun followed(parameters: Int) = functions("followed").firstOrNull { it.owner.parameters.size == parameters }
            val empty = finder.findClass(ClassId(FqName("kotlin.coroutines"), Name.identifier("EmptyCoroutineContext"))) ?: return
            val follower = CoroutineFollower(
                context,
                followed(parameters = 2) ?: return,
                followed(parameters = 1) ?: return,
                functions("followedOnto").firstOrNull() ?: return,
                functions("followedBlock").firstOrNull() ?: return,
                empty,
            )
            file.transformChildren(follower, null)
        }
    }
}
