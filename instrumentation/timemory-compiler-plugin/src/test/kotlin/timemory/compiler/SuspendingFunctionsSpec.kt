package timemory.compiler

import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.longs.shouldBeGreaterThanOrEqual
import io.kotest.matchers.shouldBe
import io.kotest.matchers.string.shouldContain
import io.kotest.matchers.string.shouldNotContain
import timemory.results.Results

/** A call of a suspending function is one lap, from its start to its end, on whichever threads. */
class SuspendingFunctionsSpec : FunSpec({
    fun results(source: String, vararg options: String): Results =
        Compilation.of("import timemory.Measured\nimport kotlinx.coroutines.*\n$source", options.toList()).use { it.results() }

    test("suspended, resumed elsewhere, nested, and one inside the other") {
        val results = results(
            """
            @Measured suspend fun slow(x: Int): Int { delay(20); return plain(x) }
            @Measured fun plain(x: Int) = x + 1
            @Measured suspend fun twice(x: Int): Int { val y = slow(x); withContext(Dispatchers.IO) { slow(y) }; return slow(y) }
            @Measured suspend fun never(x: Int): Int { return x }
            fun run() = runBlocking(Dispatchers.Default) { check(twice(1) == 3); check(never(4) == 4) }
            """,
        )
        Compilation.graphOf(results) shouldBe """
            TestKt.twice 1
              TestKt.slow 3
                TestKt.plain 3
            TestKt.never 1
        """.trimIndent()
        results["wall_clock"]!!.find("TestKt.twice", "TestKt.slow")!!.inclusive.exactSum!! shouldBeGreaterThanOrEqual 60_000_000L
        results["suspensions"]!!.nodes().single { it.label == "TestKt.slow" }.inclusive.exactSum!! shouldBeGreaterThanOrEqual 3L
        results.problems shouldBe emptyList()
    }

    test("coroutines that it launches hang below it, and those of scopes below where they were launched") {
        Compilation.graphOf(
            results(
                """
                @Measured suspend fun fan(count: Int) = coroutineScope { repeat(count) { launch { leaf() } } }
                @Measured suspend fun leaf() { yield(); step() }
                @Measured fun step() {}
                @Measured fun outside(scope: CoroutineScope) = scope.async(CoroutineName("named")) { leaf() }
                fun run() {
                    val scope = CoroutineScope(Dispatchers.Default)
                    runBlocking {
                        fan(5)
                        outside(scope).await()
                    }
                    scope.cancel()
                }
                """,
            ),
        ) shouldBe """
            TestKt.fan 1
              TestKt.leaf 5
                TestKt.step 5
            TestKt.outside 1
              TestKt.leaf 1
                TestKt.step 1
        """.trimIndent()
    }

    test("left by exceptions, by cancellation and by a timeout") {
        val results = results(
            """
            @Measured suspend fun fails(): Int { delay(1); error("on purpose") }
            @Measured suspend fun waits() { awaitCancellation() }
            @Measured suspend fun after() { delay(1) }
            fun run() = runBlocking {
                runCatching { fails() }
                withTimeoutOrNull(10) { waits() }
                val job = launch { waits() }
                yield()
                job.cancelAndJoin()
                after()
            }
            """,
        )
        Compilation.graphOf(results) shouldBe "TestKt.fails 1\nTestKt.waits 2\nTestKt.after 1"
    }

    test("generic, inline, with a receiver, overridden, of an interface, with lambdas that suspend") {
        Compilation.graphOf(
            results(
                """
                interface Source<T> { suspend fun next(): T }
                class Numbers : Source<Int> { private var i = 0; @Measured override suspend fun next(): Int { yield(); return i++ } }
                open class Base { @Measured open suspend fun work(): String { yield(); return "base" } }
                class Derived : Base() { @Measured override suspend fun work(): String { yield(); return super.work() } }
                @Measured suspend inline fun <reified T> typed(body: suspend () -> T): String {
                    val x = body()
                    yield()
                    return T::class.simpleName + x
                }
                @Measured suspend fun <T> List<T>.each(body: suspend (T) -> Unit) { for (x in this) body(x) }
                fun run() = runBlocking {
                    val source: Source<Int> = Numbers()
                    check(source.next() + source.next() == 1)
                    check(Derived().work() == "base")
                    check(typed { delay(1); 5 } == "Int5")
                    listOf(1, 2).each { source.next() }
                }
                """,
            ),
        ) shouldBe """
            Numbers.next 2
            Derived.work 1
              Base.work 1
            TestKt.typed 1
            TestKt.each 1
              Numbers.next 2
        """.trimIndent()
    }

    test("a tail call that is none any more is named, and one of a package is left as it is") {
        val source = """
            package p
            import timemory.Measured
            import kotlinx.coroutines.*
            @Measured suspend fun annotated(x: Int) = slow(x)
            suspend fun only(x: Int): Int = slow(x)
            suspend fun last(x: Int): Int { for (i in 0..x) println(i); return slow(x) }
            suspend fun slow(x: Int): Int { for (i in 0..x) delay(1); return x }
            """
        Compilation.of(source, listOf("package=p", "min-size=0")).use { compiled ->
            compiled.output shouldContain Regex("""Test.kt:5:\d+: info: timemory: p\.TestKt\.annotated\(int\) is measured: its last call""")
            compiled.output shouldNotContain "slow"
            compiled.reported(true)["p.TestKt.last(int)"]!! shouldContain "its last call was a tail call"
            compiled.reported(true)["p.TestKt.slow(int)"]!! shouldNotContain "was a tail call"
            compiled.reported(false)["p.TestKt.only(int)"]!! shouldContain "suspend-tail"
        }
        Compilation.of(source, listOf("package=p", "suspend-tail=true", "min-size=0")).use {
            ("p.TestKt.only(int)" in it.measured) shouldBe true
        }
    }

    test("where they are not to be followed, they are not") {
        val results = results(
            """
            @Measured suspend fun waits() { delay(1) }
            fun run() = runBlocking { waits() }
            """,
            "coroutines=false",
        )
        Compilation.graphOf(results) shouldBe "TestKt.waits 1"
        results.problems.single() shouldContain "cannot be followed"
    }
})
