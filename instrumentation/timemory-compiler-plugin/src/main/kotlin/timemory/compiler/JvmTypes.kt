package timemory.compiler

import org.jetbrains.kotlin.ir.declarations.IrClass
import org.jetbrains.kotlin.ir.declarations.IrFunction
import org.jetbrains.kotlin.ir.declarations.IrParameterKind
import org.jetbrains.kotlin.ir.declarations.IrTypeParameter
import org.jetbrains.kotlin.ir.types.IrSimpleType
import org.jetbrains.kotlin.ir.types.IrType
import org.jetbrains.kotlin.ir.types.IrTypeProjection
import org.jetbrains.kotlin.ir.types.classifierOrNull
import org.jetbrains.kotlin.ir.types.isMarkedNullable
import org.jetbrains.kotlin.ir.util.fqNameWhenAvailable
import org.jetbrains.kotlin.ir.util.parentClassOrNull

/**
 * The names of types on the JVM, so that functions have one text and one label on every target, in the compiler and the agent. Details of
 * the JVM's compiler beyond that, such as the contents of value classes, are ignored: it only distinguishes functions with the same name.
 */
internal object JvmTypes {
    private val PRIMITIVES = mapOf(
        "kotlin.Boolean" to "boolean",
        "kotlin.Byte" to "byte",
        "kotlin.Char" to "char",
        "kotlin.Short" to "short",
        "kotlin.Int" to "int",
        "kotlin.Long" to "long",
        "kotlin.Float" to "float",
        "kotlin.Double" to "double",
    )

    private val BOXES = PRIMITIVES.mapValues { (_, name) ->
        "java.lang." + when (name) {
            "int" -> "Integer"
            "char" -> "Character"
            else -> name.replaceFirstChar { it.uppercase() }
        }
    }

    private val ARRAYS = PRIMITIVES.entries.associate { (type, name) -> "${type}Array" to "$name[]" }

    private val OTHERS = mapOf(
        "kotlin.Any" to "java.lang.Object",
        "kotlin.Nothing" to "java.lang.Void",
        "kotlin.Annotation" to "java.lang.annotation.Annotation",
    ) + listOf("String", "CharSequence", "Throwable", "Number", "Comparable", "Enum", "Cloneable").associate {
        "kotlin.$it" to "java.lang.$it"
    } + listOf("Collection", "List", "Set", "Map", "Iterator", "ListIterator").flatMap {
        listOf("kotlin.collections.$it" to "java.util.$it", "kotlin.collections.Mutable$it" to "java.util.$it")
    } + mapOf(
        "kotlin.collections.Iterable" to "java.lang.Iterable",
        "kotlin.collections.MutableIterable" to "java.lang.Iterable",
        "kotlin.collections.Map.Entry" to "java.util.Map\$Entry",
        "kotlin.collections.MutableMap.MutableEntry" to "java.util.Map\$Entry",
    )

    private val FUNCTION = Regex("""kotlin\.(?:coroutines\.)?(?:Suspend)?Function(\d+)""")

    /** `(java.lang.String, int)`. */
    fun parameters(function: IrFunction): String = function.parameters
        .filter { it.kind != IrParameterKind.DispatchReceiver }
        .joinToString(", ", "(", ")") { nameOf(it.type) }

    fun nameOf(type: IrType): String {
        val simple = type as? IrSimpleType ?: return "java.lang.Object"
        return when (val classifier = simple.classifierOrNull?.owner) {
            is IrClass -> nameOf(classifier, simple)
            is IrTypeParameter -> classifier.superTypes.firstOrNull()?.let(::nameOf) ?: "java.lang.Object"
            else -> "java.lang.Object"
        }
    }

    private fun nameOf(type: IrClass, use: IrSimpleType): String {
        val name = type.fqNameWhenAvailable?.asString() ?: return "java.lang.Object"
        if (name == "kotlin.Array") {
            val element = (use.arguments.firstOrNull() as? IrTypeProjection)?.type
            return (if (element == null) "java.lang.Object" else boxed(element)) + "[]"
        }
        val primitive = PRIMITIVES[name]
        if (primitive != null) return if (use.isMarkedNullable()) BOXES.getValue(name) else primitive
        val function = FUNCTION.matchEntire(name)
        if (function != null) {
            // A suspending one takes its continuation as well.
            val more = if ("Suspend" in name) 1 else 0
            return "kotlin.jvm.functions.Function${function.groupValues[1].toInt() + more}"
        }
        return ARRAYS[name] ?: OTHERS[name] ?: binaryName(type)
    }

    private fun boxed(type: IrType): String {
        val name = nameOf(type)
        return PRIMITIVES.entries.find { it.value == name }?.let { BOXES.getValue(it.key) } ?: name
    }

    /** `com.acme.Outer$Inner`. */
    private fun binaryName(type: IrClass): String {
        val outer = type.parentClassOrNull ?: return type.fqNameWhenAvailable?.asString() ?: type.name.asString()
        return binaryName(outer) + '$' + type.name.asString()
    }
}
