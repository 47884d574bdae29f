package timemory.compiler

import java.io.ByteArrayOutputStream
import java.io.PrintStream
import java.lang.reflect.InvocationTargetException
import java.net.URLClassLoader
import java.nio.file.Files
import java.nio.file.Path
import kotlin.io.path.ExperimentalPathApi
import kotlin.io.path.deleteRecursively
import org.jetbrains.kotlin.cli.common.ExitCode
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler
import timemory.Timemory
import timemory.results.Results

/** The output of compiling [SOURCE]s in this process. */
internal class Compilation(val folder: Path, private val exitCode: ExitCode, val output: String) : AutoCloseable {
    val isSuccess: Boolean get() = exitCode == ExitCode.OK
    val classes: Path get() = folder.resolve("classes")

    /** Which functions are measured, and why, as reported by the plugin; without the `+` and the `-`. */
    fun reported(isMeasured: Boolean): Map<String, String> = Files.readAllLines(folder.resolve("report.txt"))
        .filter { it.startsWith(if (isMeasured) "+ " else "- ") }
        .associate { it.drop(2).substringBefore(": ") to it.substringAfter(": ") }

    /** The functions that are measured. */
    val measured: Set<String> get() = reported(true).keys

    private fun loader() = URLClassLoader(arrayOf(classes.toUri().toURL()), javaClass.classLoader)

    /** Runs function `run` of `Test.kt` and returns its result; its exceptions are passed on. */
    fun run(): Any? {
        check(isSuccess) { output }
        loader().use { loader ->
            val method = loader.loadClass("TestKt").getMethod("run")
            return try {
                method.invoke(null)
            } catch (failure: InvocationTargetException) {
                throw failure.targetException
            }
        }
    }

    /** The call graph of [run], a line for each region with its laps. */
    fun graph(component: String = "wall_clock"): String = graphOf(results(), component)

    fun results(): Results {
        check(isSuccess) { output }
        Timemory.init {
            fileOutput = false
            coutOutput = false
        }
        try {
            run()
        } finally {
            return checkNotNull(Timemory.finalize())
        }
    }

    @OptIn(ExperimentalPathApi::class)
    override fun close() {
        folder.deleteRecursively()
    }

    internal companion object {
        private const val SOURCE = "Test.kt"

        fun graphOf(results: Results, component: String = "wall_clock"): String = results[component]?.nodes()?.joinToString("\n") { node ->
            "  ".repeat(node.depth) + "${node.label} ${node.inclusive.laps}"
        } ?: "nothing"

        private val classPath: String = System.getProperty("java.class.path")

        /** The classes of the plugin as built in this module, so no JAR is needed. */
        private val plugin: Path = Path.of(RegionExtension::class.java.protectionDomain.codeSource.location.toURI())

        fun of(
            source: String,
            options: List<String> = emptyList(),
            withPlugin: Boolean = true,
            withLibrary: Boolean = true,
            arguments: List<String> = emptyList(),
        ): Compilation = ofFiles(mapOf(SOURCE to source), options, withPlugin, withLibrary, arguments)

        fun ofFiles(
            sources: Map<String, String>,
            options: List<String> = emptyList(),
            withPlugin: Boolean = true,
            withLibrary: Boolean = true,
            arguments: List<String> = emptyList(),
        ): Compilation {
            val folder = Files.createTempDirectory("compilation")
            val files = sources.map { (name, text) -> folder.resolve(name).also { Files.writeString(it, text) } }
            val all = mutableListOf("-no-stdlib", "-no-reflect", "-jvm-target", "17", "-Xverify-ir=error")
            val libraries = classPath.split(java.io.File.pathSeparator).filter { withLibrary || "timemory-instrument" !in it }
            all += listOf("-cp", libraries.joinToString(java.io.File.pathSeparator))
            all += listOf("-d", folder.resolve("classes").toString())
            if (withPlugin) {
                all += "-Xplugin=$plugin"
                for (option in options + "report=${folder.resolve("report.txt")}") all += listOf("-P", "plugin:dev.timemory:$option")
            }
            all += arguments
            all += files.map { it.toString() }
            val output = ByteArrayOutputStream()
            val exitCode = PrintStream(output, true, Charsets.UTF_8).use { K2JVMCompiler().exec(it, *all.toTypedArray()) }
            return Compilation(folder, exitCode, output.toString(Charsets.UTF_8))
        }
    }
}
