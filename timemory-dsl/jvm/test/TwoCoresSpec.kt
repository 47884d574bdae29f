package timemory

import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.shouldBe
import io.kotest.matchers.string.shouldContain
import java.net.URLClassLoader
import java.nio.file.Files
import java.nio.file.Path
import kotlin.io.path.createDirectories
import kotlin.io.path.writeText
import timemory.internal.platform.twoCores

/** `timemory-dsl` and `timemory-off` on one class path. */
class TwoCoresSpec : FunSpec({
    val made = ArrayList<Path>()
    afterSpec { made.forEach { it.toFile().deleteRecursively() } }

    fun entryWith(marker: String): Path {
        val directory = Files.createTempDirectory("timemory-cores").also { made.add(it) }
        directory.resolve("META-INF/timemory").createDirectories().resolve(marker).writeText("1.2")
        return directory
    }

    fun report(vararg entries: Path): String? =
        URLClassLoader(entries.map { it.toUri().toURL() }.toTypedArray(), null).use { twoCores(it) }

    test("both are reported, with where they are, in either order") {
        val core = entryWith("version")
        val off = entryWith("off")
        for (message in listOf(report(core, off), report(off, core))) {
            message.orEmpty() shouldContain "both timemory-dsl and timemory-off are on the class path"
            message.orEmpty() shouldContain "timemory-dsl: file:$core/"
            message.orEmpty() shouldContain "timemory-off: file:$off/"
        }
    }

    test("one of them is in order") {
        report(entryWith("version")) shouldBe null
        report(entryWith("off")) shouldBe null
        twoCores(null) shouldBe null
    }
})
