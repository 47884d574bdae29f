package timemory.compiler

import io.kotest.assertions.throwables.shouldThrow
import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.shouldBe
import io.kotest.matchers.shouldNotBe
import io.kotest.matchers.string.shouldContain
import io.kotest.matchers.string.shouldNotContain

/** Annotated functions, of every kind there is, measure themselves and behave as before. */
class MeasuredFunctionsSpec : FunSpec({
    fun graph(source: String, vararg options: String): String =
        Compilation.of("import timemory.Measured\n$source", options.toList()).use { it.graph() }

    test("functions with statements, with an expression, with and without a value") {
        graph(
            """
            @Measured fun statements(x: Int): Int { if (x > 3) return x; return x + 1 }
            @Measured fun expression(x: Int) = x * 2
            @Measured fun nothing() { statements(1) }
            @Measured fun never(): Nothing = throw IllegalStateException()
            fun run() { statements(5); expression(2); nothing(); try { never() } catch (e: IllegalStateException) {} }
            """,
        ) shouldBe """
            TestKt.statements 1
            TestKt.expression 1
            TestKt.nothing 1
              TestKt.statements 1
            TestKt.never 1
        """.trimIndent()
    }

    test("members, extensions, operators, generics, accessors, companions, objects, interfaces") {
        graph(
            """
            interface Shape { @Measured fun area(): Int { return 7 } }
            class Box<T : Any>(private val content: T) : Shape {
                @Measured fun open(): T = content
                @Measured operator fun plus(other: Box<T>) = Box(content)
                var size: Int = 1
                    @Measured get() { return field }
                    @Measured set(value) { field = value + 1 }
                class Lid { @Measured fun lift() = 1 }
                companion object { @Measured fun make() = Box("made") }
            }
            object Only { @Measured fun one() = 1 }
            enum class Two { A, B; @Measured fun twice() = ordinal * 2 }
            @JvmInline value class Metres(val number: Int) { @Measured fun half() = number / 2 }
            @Measured fun String.shout() = uppercase()
            @Measured fun <T> T.same(): T = this
            fun run() {
                val box = Box.make()
                box.open().shout().same()
                (box + box).size = 3
                box.size
                box.area()
                Box.Lid().lift()
                Only.one()
                Two.B.twice()
                Metres(3).half()
            }
            """,
        ) shouldBe """
            Box${'$'}Companion.make 1
            Box.open 1
            TestKt.shout 1
            TestKt.same 1
            Box.plus 1
            Box.setSize 1
            Box.getSize 1
            Shape.area 1
            Box${'$'}Lid.lift 1
            Only.one 1
            Two.twice 1
            Metres.half 1
        """.trimIndent()
    }

    test("a name, components and a bundle of one's own") {
        Compilation.of(
            """
            import timemory.*
            @Measured("of its own", components = "trip_count") fun named() {}
            @Measured(bundle = "COMPILER_TEST") fun bundled() {}
            fun run() { userBundle("COMPILER_TEST").configure("trip_count"); named(); bundled() }
            """,
        ).use { compiled ->
            val results = compiled.results()
            Compilation.graphOf(results, "trip_count") shouldBe "of its own 1\nTestKt.bundled 1"
            Compilation.graphOf(results) shouldBe "nothing"
        }
    }

    test("functions of one name have their parameters in their labels") {
        graph(
            """
            class Db {
                @Measured fun query(text: String) = text.length
                @Measured fun query(text: String, places: IntArray?) = text.length
                @Measured fun query(texts: List<String>, most: Int?, all: Array<Int>, body: (Int) -> Unit) = texts.size
                fun query() = 1
            }
            fun run() { with(Db()) { query("a"); query("a", null); query(listOf("a"), 1, arrayOf(1)) {}; query() } }
            """,
        ) shouldBe """
            Db.query(String) 1
            Db.query(String, int[]) 1
            Db.query(List, Integer, Integer[], Function1) 1
        """.trimIndent()
    }

    test("an annotation of a class or of a file stands for the functions in it that are not trivial") {
        graph(
            """
            @Measured class Whole {
                fun trivial() = 1
                fun loops(): Int { var sum = 0; for (i in 0 until 3) sum += trivial(); return sum }
                class Part { fun loops() { while (false) {} } }
            }
            fun run() { Whole().loops(); Whole.Part().loops() }
            """,
        ) shouldBe "Whole.loops 1"
        Compilation.of(
            """
            @file:Measured(components = "trip_count")
            import timemory.Measured
            fun loops() { for (i in 0..3) trivial() }
            fun trivial() = 1
            class Other { fun loops() { for (i in 0..3) trivial() } }
            fun run() { loops(); Other().loops() }
            """,
        ).use { it.graph("trip_count") shouldBe "TestKt.loops 1" }
    }

    test("a region ends by returns out of lambdas, by break and by continue, wherever they come from") {
        graph(
            """
            @Measured inline fun inlined(body: () -> Unit) { body() }
            @Measured fun returns(): Int { inlined { return 5 }; return 6 }
            @Measured fun breaks(): Int {
                var count = 0
                outer@ for (i in 0..9) {
                    inlined { if (i == 2) continue@outer; if (i == 5) break@outer; count++ }
                }
                return count
            }
            @Measured fun label(): Int { listOf(1, 2, 3).forEach { if (it == 2) return@forEach }; return 1 }
            @Measured fun finallyTwice(): Int { try { return 1 } finally { inlined { } } }
            fun run() { check(returns() == 5); check(breaks() == 4); label(); finallyTwice() }
            """,
        ) shouldBe """
            TestKt.returns 1
              TestKt.inlined 1
            TestKt.breaks 1
              TestKt.inlined 6
            TestKt.label 1
            TestKt.finallyTwice 1
              TestKt.inlined 1
        """.trimIndent()
    }

    test("contracts, values assigned in place and smart casts are as they were") {
        graph(
            """
            @OptIn(kotlin.contracts.ExperimentalContracts::class)
            @Measured fun isThere(x: Any?): Boolean {
                kotlin.contracts.contract { returns(true) implies (x != null) }
                return x != null
            }
            @OptIn(kotlin.contracts.ExperimentalContracts::class)
            @Measured inline fun once(body: () -> Unit) {
                kotlin.contracts.contract { callsInPlace(body, kotlin.contracts.InvocationKind.EXACTLY_ONCE) }
                body()
            }
            fun run() {
                val text: String? = "text"
                val length: Int
                once { length = if (isThere(text)) text.length else 0 }
                check(length == 4)
            }
            """,
        ) shouldBe "TestKt.once 1\n  TestKt.isThere 1"
    }

    test("default values, varargs and functions inside functions") {
        graph(
            """
            @Measured fun defaults(a: Int = 3, vararg more: Int, text: String = "x") = a + more.sum() + text.length
            @Measured fun outer(n: Int): Int {
                fun inner(k: Int): Int {
                    fun innermost() = k
                    return innermost() + n
                }
                return inner(1)
            }
            fun run() { check(defaults() == 4); check(defaults(1, 2, 3) == 7); check(outer(2) == 3) }
            """,
        ) shouldBe "TestKt.defaults 2\nTestKt.outer 1"
    }

    test("an exception has the stack trace that it has without") {
        val source = """
            import timemory.Measured
            class Failing(val x: Int) {
                @Measured
                fun fails(): Int {
                    val y = x +
                        1
                    if (y > 0) {
                        throw IllegalStateException("on purpose")
                    }
                    return y
                }
                @Measured fun calls() =
                    fails()
            }
            @Measured fun run() {
                Failing(1).calls()
            }
            """
        fun trace(withPlugin: Boolean) = Compilation.of(source, withPlugin = withPlugin).use { compiled ->
            val thrown = shouldThrow<IllegalStateException> { compiled.run() }
            thrown.stackTrace.takeWhile { it.methodName != "invoke" && "reflect" !in it.className }.map { it.toString() }
        }
        trace(withPlugin = true) shouldBe trace(withPlugin = false)
        trace(withPlugin = true).size shouldNotBe 0
    }

    test("what cannot be measured is a warning that says where and why, and is left as it was") {
        Compilation.of(
            """
            import timemory.Measured
            class Made @Measured constructor(val x: Int)
            @Measured tailrec fun down(x: Int): Int = if (x == 0) 0 else down(x - 1)
            abstract class Without { @Measured abstract fun body() }
            fun run() { down(100_000); Made(1) }
            """,
        ).use { compiled ->
            compiled.graph() shouldBe "nothing"
            fun warned(line: Int, function: String, why: String) {
                val where = """Test\.kt:$line:\d+: warning: timemory: ${Regex.escape(function)}"""
                compiled.output shouldContain Regex("$where is not measured, though it is annotated: it $why")
            }
            warned(3, "Made.<init>(int)", "is a constructor; the agent")
            warned(4, "TestKt.down(int)", "is tailrec")
            warned(5, "Without.body()", "has no body")
        }
    }

    test("without the library there is an error that names it, and only where something is measured") {
        Compilation.of("import timemory.Measured\n@Measured fun run() {}", withLibrary = false).use { compiled ->
            compiled.isSuccess shouldBe false
            compiled.output shouldContain "add the dependency dev.timemory:timemory-instrument"
        }
        Compilation.of("fun run() {}", withLibrary = false).use { compiled ->
            compiled.output shouldNotContain "error"
            compiled.isSuccess shouldBe true
        }
    }
})
