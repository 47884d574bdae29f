package timemory.compiler

import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.collections.shouldBeEmpty
import io.kotest.matchers.ints.shouldBeGreaterThan
import io.kotest.matchers.shouldBe
import java.lang.classfile.ClassFile
import java.lang.classfile.attribute.CodeAttribute
import java.lang.constant.ClassDesc
import java.nio.file.Files
import java.nio.file.Path

/** Functions have the names that the JVM compiler gives them, so patterns and labels are the same as for the agent. */
class JvmNamesSpec : FunSpec({
    fun nameOf(type: ClassDesc): String = when {
        type.isArray -> nameOf(type.componentType()) + "[]"
        type.packageName().isEmpty() -> type.displayName()
        else -> "${type.packageName()}.${type.displayName()}"
    }

    /** How many bytes of code each method of the classes has, by the name that patterns are matched with. */
    fun methods(classes: Path): Map<String, Int> {
        val found = HashMap<String, Int>()
        Files.walk(classes).use { files ->
            for (file in files.filter { it.toString().endsWith(".class") }) {
                val parsed = ClassFile.of().parse(file)
                val owner = parsed.thisClass().asInternalName().replace('/', '.')
                for (method in parsed.methods()) {
                    val types = method.methodTypeSymbol().parameterList().map(::nameOf)
                    val isSuspend = types.lastOrNull() == "kotlin.coroutines.Continuation"
                    val parameters = (if (isSuspend) types.dropLast(1) else types).joinToString()
                    val code = method.code().orElse(null) as CodeAttribute?
                    found["$owner.${method.methodName().stringValue()}($parameters)"] = code?.codeLength() ?: 0
                }
            }
        }
        return found
    }

    /** Local functions also take the variables that they capture as parameters. */
    fun withoutCaptured(
        text: String,
    ): String = if ('$' in text.substringBefore('(').substringAfterLast('.')) text.substringBefore('(') else text

    test("names and parameters") {
        val source = """
            @file:JvmName("Renamed")
            package p.q
            import kotlinx.coroutines.*
            fun sizes(n: Int): Int { var sum = 0; while (sum < n) sum += n % 3; return sum }
            typealias Text = String
            @JvmInline value class Metres(val number: Int)
            fun primitives(a: Int, b: Long?, c: Boolean, d: Char?, e: Double, f: Float, g: Short, h: Byte) {}
            fun types(a: Any?, b: Text, c: List<Int>, d: MutableMap<String, Int>, e: Map.Entry<Int, Int>, f: Comparable<Int>) {}
            fun more(a: Iterable<Int>, b: Throwable, c: Unit, d: Number, e: CharSequence, f: Annotation?, g: Iterator<Int>) {}
            fun arrays(a: IntArray, b: Array<String>, c: Array<Int>, d: Array<Array<IntArray>>, vararg e: Long) {}
            fun functions(a: () -> Unit, b: suspend (Int) -> Unit, c: Int.(String) -> Int, d: suspend CoroutineScope.() -> Unit) {}
            fun <T, N : Number, L : List<N>> generics(a: T, b: N, c: L, d: Class<T>) {}
            fun String.extended(x: Int) = x
            val String.property: Int get() = length
            var isSet: Boolean get() = true
                set(value) {}
            @JvmName("other") fun renamed() {}
            suspend fun suspends(x: Int): Int { delay(1); return x }
            class Outer(val x: Int) {
                inner class Inner { fun f(o: Outer, i: Inner, n: Nested.Deeper) {} }
                class Nested { class Deeper { fun f() {} } }
                companion object { fun made() {} ; fun of(e: Kind) = e }
                enum class Kind { A { override fun f() = 1 }; abstract fun f(): Int }
                interface Face { fun default(x: Int): Int { return x } }
                operator fun get(i: Int) = i
                fun anonymous() = object : Runnable { override fun run() { object : Runnable { override fun run() {} }.run() } }
                fun two() {
                    object : Runnable { override fun run() {} }.run()
                    object : Face {}.default(1)
                    class Local { fun l() {} }
                    Local().l()
                }
                fun lambdas() { take { take { 1 }; 2 }; take { 3 } }
                fun locals() { fun first(x: Int) { fun second(): Int { return x }; second() }; first(1) }
                fun inside() { listOf(1).forEach { x -> take { x } } }
                private val initialised = take { 4 }
                val lazily by lazy { 5 }
                fun take(f: () -> Int) = f()
            }
            object Only { fun one() {} }
            val atTop = Outer(1).take { 6 }
            fun withDefault(x: Int = 1, y: String) {}
            """
        val options = listOf("all=true", "min-size=0", "accessors=true", "lambdas=true", "inline=true")
        val known = Compilation.of(source, withPlugin = false).use { methods(it.classes) }
        Compilation.of(source, options).use { compiled ->
            check(compiled.isSuccess) { compiled.output }
            compiled.measured.size shouldBeGreaterThan 40
            val names = known.keys.map(::withoutCaptured).toSet()
            compiled.measured.filter { withoutCaptured(it) !in names }.shouldBeEmpty()
        }
    }

    fun bytesIn(reason: String): Int? = Regex("about (\\d+) bytes").find(reason)?.groupValues?.get(1)?.toInt()

    test("sizes are about those of the code") {
        val source = """
            import java.io.File
            class Account(val name: String, var balance: Long) {
                fun pay(amount: Long): Boolean { if (amount > balance) return false; balance -= amount; return true }
                fun describe() = "${'$'}name has ${'$'}balance"
                fun compare(other: Account): Int = when { balance < other.balance -> -1; balance > other.balance -> 1; else -> 0 }
                fun parse(text: String): List<Int> {
                    val parts = text.split(",")
                    val all = ArrayList<Int>()
                    all.add(parts[0].toInt())
                    return all
                }
                fun safe(text: String?): Int {
                    try { return text!!.toInt() } catch (e: NumberFormatException) { return -1 } finally { balance++ }
                }
                fun open(file: File?): String? = file?.parentFile?.let { it.name + it.path }
                fun polynomial(x: Double): Double { val y = x * x; return 3 * y * x + 2 * y - x / (y + 1) }
                fun make(): Account { val other = Account(name, 0); other.balance = balance * 2; other.pay(3); return other }
                fun tiny() = balance
                fun one() = 1
                fun delegate(x: Long) = pay(x)
            }
            """
        val known = Compilation.of(source, withPlugin = false).use { methods(it.classes) }
        Compilation.of(source, listOf("all=true", "min-size=100000")).use { compiled ->
            val estimated = compiled.reported(false).filterKeys { it in known && "equals" !in it }
                .mapNotNull { (function, reason) -> bytesIn(reason)?.let { function to it } }.toMap()
            estimated.size shouldBeGreaterThan 10
            fun isFarOff(bytes: Int, real: Int) = bytes > 2 * real + 10 || real > 2 * bytes + 10
            estimated.filter { (function, bytes) -> isFarOff(bytes, known.getValue(function)) }.keys.shouldBeEmpty()
            val ratio = estimated.values.sum().toDouble() / estimated.keys.sumOf { known.getValue(it) }
            (ratio in 0.7..1.4) shouldBe true
        }
    }
})
