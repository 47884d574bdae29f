package timemory

import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.collections.shouldBeEmpty
import io.kotest.matchers.shouldBe
import io.kotest.matchers.string.shouldContain
import java.io.PrintWriter
import java.io.StringWriter
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.TimeUnit
import java.util.spi.ToolProvider
import kotlin.io.path.readText

/** The body whose copies are counted. */
internal fun theBody() {}

@Suppress("unused") // its compiled code is looked at
internal class Bodies {
    private val tools = bundle<WallClock>()

    fun one() = measure<WallClock>("x") { theBody() }

    fun value(): Int = measureValue<WallClock, Int>("x") { theBody(); 1 }

    fun two() = measure<WallClock, CpuClock>("x") { theBody() }

    fun three() = measure<WallClock, CpuClock, PeakRss>("x") { theBody() }

    fun bundleValue() = tools.measure("x") { theBody() }

    suspend fun suspending() = measureSuspending<WallClock>("x") { theBody() }
}

/** The program whose compilation is looked at. */
internal object HotLoop {
    @JvmStatic
    fun main(arguments: Array<String>) {
        repeat(200) { laps() }
    }

    @JvmStatic
    fun laps() {
        for (i in 0 until 10_000) measure<WallClock>("region") { theBody() }
    }
}

/** Checks in the compiled code, rather than with a clock, what makes regions cheap. */
class HotPathSpec : FunSpec({
    test("a measured block stands once in the compiled code, whether measuring is on or off") {
        val copies = methodsOf(Bodies::class.java).mapValues { (_, code) -> code.split("theBody").size - 1 }
        val expected = listOf("one", "value", "two", "three", "bundleValue", "suspending").associateWith { 1 }
        copies.filterKeys { it in expected } shouldBe expected
    }

    test("the compiler resolves every call on the way of a region") {
        val log = Files.createTempFile("timemory", ".log")
        val java = Path.of(System.getProperty("java.home"), "bin", "java").toString()
        val process = ProcessBuilder(
            java, "-XX:+UnlockDiagnosticVMOptions", "-XX:+PrintCompilation", "-XX:+PrintInlining", "-Xbatch",
            "-Dtimemory.auto_output=false", "-cp", System.getProperty("java.class.path"), "timemory.HotLoop",
        ).redirectErrorStream(true).redirectOutput(log.toFile()).start()
        process.waitFor(5, TimeUnit.MINUTES) shouldBe true
        val compiled = lastFullCompilation(log.readText(), "timemory.HotLoop::laps")
        compiled.joinToString("\n") shouldContain "timemory.WallClock::start"
        compiled.filter { line -> UNRESOLVED.any { it in line } && (UNREACHED + RARE).none { it in line } }.shouldBeEmpty()
        Files.delete(log)
    }
})

/** The compiler's message for a call that it does not inline. */
private val UNRESOLVED =
    listOf("virtual call", "no static binding", "too big", "too large", "too deep", "already compiled into a big method", "not inlineable")

/** And for one that was never executed. */
private val UNREACHED = listOf("never executed", "too cold", "not reached", "unloaded")

/** For the first lap, new extremes, and once in a thousand laps. */
private val RARE = listOf("timemory.LongComponent::recordRarely", "timemory.LongComponent::endBlock ", "timemory.LongComponent::unshift ")

/** The calls inlined into [method] when it was last fully compiled (tier 4). */
private fun lastFullCompilation(log: String, method: String): List<String> {
    val header = Regex("""^\s*\d+\s+\d+\s.*\s([1-4])\s+(\S+::\S+).*bytes\).*""")
    var wanted = false
    var lines = ArrayList<String>()
    for (line in log.lines()) {
        if ("made not entrant" in line) continue // of the code that is being replaced
        val match = header.find(line)
        if (match != null) {
            wanted = match.groupValues[1] == "4" && match.groupValues[2] == method
            if (wanted) lines = ArrayList()
        } else if (wanted) {
            lines.add(line)
        }
    }
    return lines
}

/** The byte code of each method of [type], by name, as `javap` prints it. */
private fun methodsOf(type: Class<*>): Map<String, String> {
    val text = StringWriter()
    val javap = ToolProvider.findFirst("javap").orElseThrow()
    javap.run(PrintWriter(text), PrintWriter(System.err), "-c", "-p", "-cp", System.getProperty("java.class.path"), type.name) shouldBe 0
    val methods = HashMap<String, String>()
    var name = ""
    for (line in text.toString().lines()) {
        val declared = Regex("""^  \S.* ([a-zA-Z]+)\(.*\).*;$""").find(line)
        if (declared != null) name = declared.groupValues[1] else methods.merge(name, line + "\n", String::plus)
    }
    return methods
}
