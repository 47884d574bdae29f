package timemory.compiler

import io.kotest.assertions.throwables.shouldThrow
import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.shouldBe
import io.kotest.matchers.string.shouldContain

/** `sourceLabel()` is the location where it is written. */
class SourceLabelsSpec : FunSpec({
    val imports = "import timemory.*\nimport timemory.instrument.sourceLabel\n"

    test("function, file and line of the call") {
        val source = imports + """
            fun step() = measure<WallClock>(sourceLabel()) { }
            class Solver(val name: String = sourceLabel()) {
                val first = sourceLabel()
                val second get() = sourceLabel()
                fun solve() {
                    listOf(1, 2).forEach { measure<WallClock>(sourceLabel()) { step() } }
                    fun inner() = sourceLabel()
                    for (label in listOf(name, first, second, inner())) measure<WallClock>(label) { }
                }
                companion object { val shared by lazy { sourceLabel() } }
            }
            inline fun here(label: String = sourceLabel()) = label
            val top = sourceLabel()
            fun run() {
                Solver().solve()
                measure<WallClock>(Solver.shared) { }
                measure<WallClock>(here()) { }
                measure<WallClock>(top) { }
            }
        """
        Compilation.of(source).use {
            it.graph()
        } shouldBe """
            solve@Test.kt:9 2
              step@Test.kt:4 2
            Solver@Test.kt:5 1
            first@Test.kt:6 1
            second@Test.kt:7 1
            inner@Test.kt:10 1
            shared@Test.kt:13 1
            here@Test.kt:15 1
            top@Test.kt:16 1
        """.trimIndent()
    }

    test("a suspending function has one too") {
        val source = imports + """
            import kotlinx.coroutines.*
            suspend fun load(): String { delay(1); return sourceLabel() }
            fun run() = runBlocking { load() + " " + sourceLabel() }
        """
        Compilation.of(source).use { it.run() } shouldBe "load@Test.kt:5 run@Test.kt:6"
    }

    test("without the plugin it says what is missing") {
        Compilation.of("$imports fun run() = sourceLabel()", withPlugin = false).use { compiled ->
            shouldThrow<IllegalStateException> { compiled.run() }.message shouldContain "timemory-compiler-plugin"
        }
    }
})
