package timemory.compiler

import java.util.Collections
import java.util.IdentityHashMap
import org.jetbrains.kotlin.ir.IrElement
import org.jetbrains.kotlin.ir.declarations.IrAnnotationContainer
import org.jetbrains.kotlin.ir.declarations.IrClass
import org.jetbrains.kotlin.ir.declarations.IrConstructor
import org.jetbrains.kotlin.ir.declarations.IrField
import org.jetbrains.kotlin.ir.declarations.IrFile
import org.jetbrains.kotlin.ir.declarations.IrSimpleFunction
import org.jetbrains.kotlin.ir.expressions.IrConst
import org.jetbrains.kotlin.ir.expressions.IrFunctionAccessExpression
import org.jetbrains.kotlin.ir.expressions.IrFunctionExpression
import org.jetbrains.kotlin.ir.util.getAnnotation
import org.jetbrains.kotlin.ir.visitors.IrVisitor
import org.jetbrains.kotlin.load.java.JvmAbi
import org.jetbrains.kotlin.name.FqName

/**
 * Finds the functions of a file, with their names on the JVM: there, local classes and functions become members of the enclosing class,
 * with names that show their origin. Other targets have no such names, and use these.
 */
internal class FunctionFinder private constructor(private val file: IrFile) : IrVisitor<Unit, FunctionFinder.Place>() {
    private val found = ArrayList<FoundFunction>()
    private val inlined: MutableSet<IrFunctionExpression> = Collections.newSetFromMap(IdentityHashMap())

    /** The location of a declaration: in the class [owner], and there in the function [path], which is empty if it is in none. */
    internal class Place(val owner: String, val ownerMark: Mark?, val path: String, private val isLambda: Boolean = false) {
        private var lambdas = 0
        private var anonymous = 0

        fun at(path: String, isLambda: Boolean = false) = Place(owner, ownerMark, path, isLambda)

        fun nameOf(local: String): String = if (path.isEmpty()) local else "$path$$local"

        fun nextLambda(): String = nameOf(if (isLambda) "${lambdas++}" else "lambda$${lambdas++}")

        fun nextAnonymous(): String = (++anonymous).toString()
    }

    override fun visitElement(element: IrElement, data: Place) {
        element.acceptChildren(this, data)
    }

    override fun visitClass(declaration: IrClass, data: Place) {
        val simple = if (declaration.name.isSpecial) data.nextAnonymous() else declaration.name.asString()
        val name = when {
            declaration.parent === file -> qualified(file, simple)
            data.path.isEmpty() -> "${data.owner}$$simple"
            else -> "${data.owner}$${data.path}$$simple"
        }
        declaration.acceptChildren(this, Place(name, Mark.of(declaration), ""))
    }

    override fun visitSimpleFunction(declaration: IrSimpleFunction, data: Place) {
        val isAccessor = declaration.correspondingPropertySymbol != null
        val name = data.nameOf(jvmName(declaration))
        val kind = if (isAccessor) FoundFunction.Kind.ACCESSOR else FoundFunction.Kind.FUNCTION
        found += FoundFunction(declaration, file, data.owner, name, kind, Mark.of(declaration), data.ownerMark)
        declaration.acceptChildren(this, data.at(name))
    }

    override fun visitConstructor(declaration: IrConstructor, data: Place) {
        val mark = Mark.of(declaration)
        found += FoundFunction(declaration, file, data.owner, "<init>", FoundFunction.Kind.CONSTRUCTOR, mark, data.ownerMark)
        declaration.acceptChildren(this, data.at("_init_"))
    }

    override fun visitField(declaration: IrField, data: Place) {
        declaration.acceptChildren(this, data.at(declaration.name.asString().replace("\$delegate", "_delegate")))
    }

    override fun visitFunctionAccess(expression: IrFunctionAccessExpression, data: Place) {
        inlined += inlinedLambdas(expression)
        expression.acceptChildren(this, data)
    }

    override fun visitFunctionExpression(expression: IrFunctionExpression, data: Place) {
        val isInlined = expression in inlined
        val name = data.nextLambda()
        val kind = if (isInlined) FoundFunction.Kind.INLINED_LAMBDA else FoundFunction.Kind.LAMBDA
        found += FoundFunction(expression.function, file, data.owner, name, kind, null, data.ownerMark)
        expression.function.acceptChildren(this, data.at(name, isLambda = true))
    }

    internal companion object {
        private val JVM_NAME = FqName("kotlin.jvm.JvmName")

        fun functionsOf(file: IrFile): List<FoundFunction> {
            val finder = FunctionFinder(file)
            file.acceptChildren(finder, Place(facadeOf(file), Mark.of(file), ""))
            return finder.found
        }

        /** The class of top-level declarations: `com.acme.FileKt`. */
        private fun facadeOf(file: IrFile): String {
            val simple = file.fileEntry.name.substringAfterLast('/').substringAfterLast('\\').substringBeforeLast('.')
            val safe = simple.replaceFirstChar { it.uppercaseChar() }.map { if (Character.isJavaIdentifierPart(it)) it else '_' }
            val made = safe.joinToString("").let { if (it.firstOrNull()?.isDigit() == true) "_$it" else it } + "Kt"
            return qualified(file, jvmNameIn(file) ?: made)
        }

        private fun qualified(file: IrFile, simple: String): String =
            if (file.packageFqName.isRoot) simple else "${file.packageFqName.asString()}.$simple"

        private fun jvmNameIn(container: IrAnnotationContainer): String? =
            (container.getAnnotation(JVM_NAME)?.arguments?.firstOrNull() as? IrConst)?.value as? String

        private fun jvmName(function: IrSimpleFunction): String {
            jvmNameIn(function)?.let { return it }
            val property = function.correspondingPropertySymbol?.owner ?: return function.name.asString()
            val name = property.name.asString()
            return if (property.getter === function) JvmAbi.getterName(name) else JvmAbi.setterName(name)
        }
    }
}
