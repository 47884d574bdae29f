package timemory.compiler

import org.jetbrains.kotlin.ir.declarations.IrAnnotationContainer
import org.jetbrains.kotlin.ir.expressions.IrConst
import org.jetbrains.kotlin.ir.util.getAnnotation
import org.jetbrains.kotlin.ir.util.hasAnnotation
import org.jetbrains.kotlin.name.FqName

/** The contents of a `timemory.Measured` annotation; empty if it has none. */
internal class Mark(val label: String, val components: String, val bundle: String) {
    internal companion object {
        private val MEASURED = FqName("timemory.Measured")

        /** Returns the annotation of [container], `null` if there is none. */
        fun of(container: IrAnnotationContainer): Mark? {
            if (!container.hasAnnotation(MEASURED)) return null
            val annotation = container.getAnnotation(MEASURED) ?: return null
            fun text(index: Int) = ((annotation.arguments.getOrNull(index) as? IrConst)?.value as? String).orEmpty()
            return Mark(text(0), text(1), text(2))
        }
    }
}
