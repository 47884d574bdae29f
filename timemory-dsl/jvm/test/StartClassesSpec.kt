package timemory

import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.collections.shouldBeEmpty
import io.kotest.matchers.comparables.shouldBeGreaterThan
import io.kotest.matchers.ints.shouldBeLessThanOrEqual
import io.kotest.matchers.shouldBe
import java.nio.file.Files
import kotlin.io.path.readLines

/**
 * How many classes a program of one region loads, which is most of the cost of its start and end: a guard that needs no clock. If it fails,
 * `-Xlog:class+load` lists the classes, and from Java 24 on `-Xlog:class+load+cause -XX:LogClassLoadingCauseFor=NAME` shows who needs one.
 */
class StartClassesSpec : FunSpec({
    fun loaded(isEnabled: Boolean, program: String = "timemory.HelloProgramKt"): List<String> {
        val log = Files.createTempFile("timemory", ".classes")
        val run = runProgram(
            Class.forName(program),
            options = listOf("-Xlog:class+load:file=$log"),
            // Only default outputs, unlike other test programs.
            environment = mapOf("HOME" to "/nowhere", "TIMEMORY_ENABLED" to "$isEnabled", "TIMEMORY_JSON_OUTPUT" to "false"),
        )
        try {
            run.status shouldBe 0
            return log.readLines().filter { " source: " in it }.map { it.substringBefore(" source: ").substringAfterLast(' ') }
        } finally {
            Files.delete(log)
            run.delete()
        }
    }

    fun List<String>.from(library: String) = filter { it.startsWith("$library.") && "$$" !in it }

    test("a program that starts with measuring off loads almost nothing") {
        val classes = loaded(isEnabled = false)
        classes.from("kotlin").shouldBeEmpty()
        classes.from("timemory") shouldBe listOf(
            "timemory.HelloProgramKt",
            "timemory.Timemory",
            "timemory.internal.callgraph.RecordingKt",
            "timemory.internal.callgraph.JvmRecordsFromStartKt",
            "timemory.internal.callgraph.InitiallyDisabled",
            "timemory.internal.platform.SystemEnvironment",
        )
    }

    test("a bundle that is made with measuring off knows nothing of its components") {
        val classes = loaded(isEnabled = false, program = "timemory.BundleProgramKt")
        classes.from("timemory").size shouldBeLessThanOrEqual MAX_BUNDLE_CLASSES
        classes.from("kotlin").size shouldBeLessThanOrEqual MIN_KOTLIN_CLASSES
        // The classes that initialising the component classes requires.
        classes.filter { it == "timemory.Quantity" || it == "timemory.internal.callgraph.Session" }.shouldBeEmpty()
    }

    test("a program that measures loads no more than it needs") {
        val classes = loaded(isEnabled = true)
        classes.from("timemory").size shouldBeGreaterThan 100 // or the log was not read
        classes.from("timemory").size shouldBeLessThanOrEqual MAX_OWN_CLASSES
        classes.from("kotlin").size shouldBeLessThanOrEqual MAX_KOTLIN_CLASSES
        val expensive = listOf(
            "java.time.LocalDateTime", "java.time.zone.", "java.lang.ProcessHandle", "java.util.regex.", "java.util.ServiceLoader",
            "java.net.JarURLConnection", "jdk.internal.jimage.ImageReader", "kotlin.reflect.", "kotlin.random.",
            // Hundreds of functions each, of which `timemory.internal.lean` has those that are needed.
            "kotlin.collections.ArraysKt", "kotlin.collections.CollectionsKt", "kotlin.collections.MapsKt", "kotlin.collections.SetsKt",
            "kotlin.comparisons.", "kotlin.ranges.RangesKt", "kotlin.sequences.SequencesKt", "kotlin.text.",
        )
        classes.filter { name -> expensive.any(name::startsWith) }.shouldBeEmpty()
    }
})

/** With a margin of about a twentieth above the measured number. */
private const val MAX_OWN_CLASSES = 258
private const val MAX_BUNDLE_CLASSES = 26
private const val MIN_KOTLIN_CLASSES = 5
private const val MAX_KOTLIN_CLASSES = 28
