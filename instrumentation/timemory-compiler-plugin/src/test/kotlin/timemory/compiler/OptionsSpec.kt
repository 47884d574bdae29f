package timemory.compiler

import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.collections.shouldContainExactlyInAnyOrder
import io.kotest.matchers.shouldBe
import io.kotest.matchers.string.shouldContain
import kotlin.io.path.writeText

/** What the plugin's options select, and the messages for invalid ones. */
class OptionsSpec : FunSpec({
    val sources = mapOf(
        "A.kt" to "package a\nfun large(x: Int): Int { var sum = 0; for (i in 0..x) sum += i; return sum }\nfun small() = 1\n" +
            "class Db(val text: String) {\n fun query(x: Int): Int { for (i in 0..x) println(i); return x }\n" +
            " val size: Int get() { for (i in 0..1) println(i); return 1 }\n" +
            " val lazily by lazy { (0..9).map { it * 2 }.sum() }\n}\n" +
            "inline fun inlined(body: (Int) -> Unit) { for (i in 0..3) body(i) }\n" +
            "fun takes(body: () -> Unit) { while (true) { body(); break } }\n" +
            "fun gives() { takes { for (i in 0..3) println(i) } }",
        "B.kt" to "package a.b\nfun large(x: Int): Int { var sum = 0; for (i in 0..x) sum += i; return sum }",
        "C.kt" to "package a.b.c\nfun large(x: Int): Int { var sum = 0; for (i in 0..x) sum += i; return sum }",
        "D.kt" to "package ab\nfun large(x: Int): Int { var sum = 0; for (i in 0..x) sum += i; return sum }\n" +
            "fun main(args: Array<String>) {}",
    )

    fun measured(vararg options: String): Set<String> = Compilation.ofFiles(sources, options.toList()).use { compiled ->
        check(compiled.isSuccess) { compiled.output }
        compiled.measured
    }

    test("without any, nothing but what is annotated") {
        measured() shouldBe emptySet()
    }

    test("a package, those below it, and how deep") {
        val own = arrayOf("a.AKt.large(int)", "a.Db.query(int)", "a.AKt.takes(kotlin.jvm.functions.Function0)")
        measured("package=a") shouldContainExactlyInAnyOrder own.toList() + listOf("a.b.BKt.large(int)", "a.b.c.CKt.large(int)")
        measured("package=a", "depth=0") shouldContainExactlyInAnyOrder own.toList()
        measured("package=a", "depth=1") shouldContainExactlyInAnyOrder own.toList() + "a.b.BKt.large(int)"
        measured("package=a.b.*", "package=ab") shouldContainExactlyInAnyOrder
            listOf("a.b.BKt.large(int)", "a.b.c.CKt.large(int)", "ab.DKt.large(int)", "ab.DKt.main(java.lang.String[])")
    }

    test("patterns that include, exclude and restrict") {
        measured("include=large") shouldContainExactlyInAnyOrder
            listOf("a.AKt.large(int)", "a.b.BKt.large(int)", "a.b.c.CKt.large(int)", "ab.DKt.large(int)")
        measured("include=large", "include=Db", "exclude=^a\\.b\\.", "restrict=^a\\.") shouldContainExactlyInAnyOrder
            listOf("a.AKt.large(int)", "a.Db.query(int)")
        measured("all=true", "restrict=\\(int\\)$", "exclude=BKt|CKt|DKt") shouldContainExactlyInAnyOrder
            listOf("a.AKt.large(int)", "a.Db.query(int)")
    }

    test("smaller functions, accessors, lambdas and inline functions on request") {
        ("a.AKt.small()" in measured("all=true", "min-size=0")) shouldBe true
        measured("all=true", "min-size-loop=10000") shouldBe setOf("ab.DKt.main(java.lang.String[])")
        ("a.Db.getSize()" in measured("all=true", "accessors=true")) shouldBe true
        val lambdas = measured("all=true", "lambdas=true", "min-size=0")
        ("a.AKt.gives\$lambda\$0()" in lambdas) shouldBe true
        lambdas.none { "lambda\$0\$lambda" in it } shouldBe true
        ("a.AKt.inlined(kotlin.jvm.functions.Function1)" in measured("all=true", "inline=true")) shouldBe true
    }

    test("what was learned is measured, or is not, and all else as before") {
        val file = kotlin.io.path.createTempFile("learned", ".functions")
        file.writeText(
            "timemory-functions 1\n# by hand\n+\t9\t50.000\t0.100\ta.AKt.small\n-\t9\t0.000\t50.000\ta.b.BKt.large\n" +
                "+\t9\t50.000\t0.100\ta.Db.query(int)\n+\t9\t50.000\t0.100\ta.AKt.large(String)\n",
        )
        measured("learned=$file") shouldContainExactlyInAnyOrder listOf("a.AKt.small()", "a.Db.query(int)")
        measured("learned=$file", "package=a.b") shouldContainExactlyInAnyOrder
            listOf("a.AKt.small()", "a.Db.query(int)", "a.b.c.CKt.large(int)")
        measured("learned=$file", "exclude=small") shouldBe setOf("a.Db.query(int)")
    }

    test("labels with file and line, and components for functions that name none") {
        val source = """
            @timemory.Measured
            fun run() {
                println()
            }
            """
        Compilation.of(source, listOf("label=file;line", "components=trip_count; wall_clock")).use {
            it.graph("trip_count") shouldBe "TestKt.run [Test.kt:4] 1"
        }
        Compilation.of(source, listOf("label=line")).use { it.graph() shouldBe "TestKt.run [4] 1" }
    }

    test("a value that is wrong is named, and what is expected instead") {
        val wrong = mapOf(
            "include=a(" to "option include: 'a(' is not a regular expression: Unclosed group",
            "exclude=" to "option exclude is empty",
            "min-size=many" to "option min-size: 'many' is not a number of at least 0",
            "depth=-1" to "option depth: '-1' is not a number of at least 0",
            "learned=/nowhere" to "option learned: '/nowhere' cannot be read",
            "learned=/etc/passwd" to "option learned: '/etc/passwd' is not a learned-functions file",
            "lambdas=yes" to "option lambdas: 'yes' is neither true nor false",
            "package=a..b" to "option package: 'a..b' is not a package name",
            "label=files" to "option label: 'files' is neither file nor line",
        )
        for ((option, message) in wrong) {
            Compilation.of("fun run() {}", listOf(option)).use { compiled ->
                compiled.isSuccess shouldBe false
                compiled.output shouldContain message
            }
        }
    }

    test("an option that there is not is an error") {
        Compilation.of("fun run() {}", listOf("includes=a")).use { compiled ->
            compiled.isSuccess shouldBe false
            compiled.output shouldContain "includes"
        }
    }

    test("a report that cannot be written is an error") {
        Compilation.of("fun run() {}", arguments = listOf("-P", "plugin:dev.timemory:report=/proc/none/report")).use { compiled ->
            compiled.isSuccess shouldBe false
        }
    }

    test("compilers that it is made for") {
        for (version in listOf("2.3.20", "2.3.21", "2.3.30-Beta1", "2.3.100")) TimemoryPluginRegistrar.isSupported(version) shouldBe true
        for (version in listOf("2.2.21", "2.3.0", "2.3.10", "2.4.0", "3", "")) TimemoryPluginRegistrar.isSupported(version) shouldBe false
    }
})
