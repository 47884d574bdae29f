package timemory.compiler

import org.jetbrains.kotlin.backend.common.extensions.IrPluginContext
import org.jetbrains.kotlin.ir.IrStatement
import org.jetbrains.kotlin.ir.declarations.IrClass
import org.jetbrains.kotlin.ir.declarations.IrConstructor
import org.jetbrains.kotlin.ir.declarations.IrDeclarationBase
import org.jetbrains.kotlin.ir.declarations.IrFile
import org.jetbrains.kotlin.ir.declarations.IrProperty
import org.jetbrains.kotlin.ir.declarations.IrSimpleFunction
import org.jetbrains.kotlin.ir.expressions.IrCall
import org.jetbrains.kotlin.ir.expressions.IrExpression
import org.jetbrains.kotlin.ir.expressions.impl.IrConstImpl
import org.jetbrains.kotlin.ir.util.getPackageFragment
import org.jetbrains.kotlin.ir.util.parentAsClass
import org.jetbrains.kotlin.ir.visitors.IrElementTransformerVoid
import org.jetbrains.kotlin.name.Name

/** Replaces each call of `sourceLabel()` in a file with the text `step@Solver.kt:42`: function, file and line of the call. */
internal class SourceLabels private constructor(private val context: IrPluginContext, private val file: IrFile) :
    IrElementTransformerVoid() {
    private val fileName = file.fileEntry.name.substringAfterLast('/').substringAfterLast('\\')

    /** The innermost declaration with a name: lambdas are part of the enclosing function. */
    private var place = fileName.substringBeforeLast('.')

    override fun visitDeclaration(declaration: IrDeclarationBase): IrStatement {
        val around = place
        nameOf(declaration)?.let { if (!it.isSpecial) place = it.asString() }
        return super.visitDeclaration(declaration).also { place = around }
    }

    private fun nameOf(declaration: IrDeclarationBase): Name? = when (declaration) {
        is IrConstructor -> declaration.parentAsClass.name
        is IrSimpleFunction -> declaration.correspondingPropertySymbol?.owner?.name ?: declaration.name
        is IrProperty -> declaration.name
        is IrClass -> declaration.name
        else -> null
    }

    override fun visitCall(expression: IrCall): IrExpression {
        val callee = expression.symbol.owner
        val isLabel = callee.name == FUNCTION && callee.getPackageFragment().packageFqName == InstrumentLibrary.PACKAGE
        if (!isLabel) return super.visitCall(expression)
        val line = file.fileEntry.getLineNumber(expression.startOffset) + 1
        return IrConstImpl.string(expression.startOffset, expression.endOffset, context.irBuiltIns.stringType, "$place@$fileName:$line")
    }

    internal companion object {
        private val FUNCTION = Name.identifier("sourceLabel")

        fun insert(file: IrFile, context: IrPluginContext) {
            file.transformChildren(SourceLabels(context, file), null)
        }
    }
}
