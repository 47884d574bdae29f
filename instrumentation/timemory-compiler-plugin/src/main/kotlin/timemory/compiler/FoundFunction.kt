package timemory.compiler

import org.jetbrains.kotlin.cli.common.messages.CompilerMessageLocation
import org.jetbrains.kotlin.ir.declarations.IrFile
import org.jetbrains.kotlin.ir.declarations.IrFunction
import org.jetbrains.kotlin.ir.expressions.IrBlockBody
import org.jetbrains.kotlin.ir.expressions.IrBody

/** A function of the module, and its location. */
internal class FoundFunction(
    val declaration: IrFunction,
    val file: IrFile,
    /** The class that it becomes a member of on the JVM: `com.acme.Outer$Inner`, `com.acme.FileKt`. */
    val owner: String,
    /** Its name there, without the suffix by which the compiler distinguishes functions with the same name. */
    val name: String,
    val kind: Kind,
    /** The function's `Measured` annotation. */
    val mark: Mark?,
    /** That of its class, or of its file if it is in no class. */
    val ownerMark: Mark?,
) {
    internal enum class Kind { FUNCTION, ACCESSOR, LAMBDA, INLINED_LAMBDA, CONSTRUCTOR }

    val packageName: String get() = file.packageFqName.asString()

    /** `(java.lang.String, int)`: its parameters as on the JVM. */
    val parameters: String by lazy { JvmTypes.parameters(declaration) }

    /** `(String, int)`: like [parameters], without packages. */
    val shortParameters: String get() = PACKAGES.replace(parameters, "")

    /** `com.acme.Db.query(java.lang.String, int)`: the text that patterns are matched against. */
    val text: String get() = "$owner.$name$parameters"

    /** The line of its first statement, as in class files; 0 if unknown. */
    val line: Int get() = lineOf(firstOffset(declaration.body) ?: declaration.startOffset)

    private fun firstOffset(body: IrBody?): Int? = (body as? IrBlockBody)?.statements?.firstOrNull()?.startOffset?.takeIf { it >= 0 }

    private fun lineOf(offset: Int): Int = if (offset < 0) 0 else file.fileEntry.getLineNumber(offset) + 1

    val location: CompilerMessageLocation?
        get() = CompilerMessageLocation.create(file.fileEntry.name, lineOf(declaration.startOffset), column, null)

    private val column: Int
        get() = if (declaration.startOffset < 0) 0 else file.fileEntry.getColumnNumber(declaration.startOffset) + 1

    override fun toString(): String = text

    private companion object {
        val PACKAGES = Regex("""\b(?:[\w$]+\.)+""")
    }
}
