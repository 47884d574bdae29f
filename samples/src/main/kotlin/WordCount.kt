package samples

import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.Callable
import java.util.concurrent.Executors
import timemory.ThreadCpuClock
import timemory.WallClock
import timemory.bundle
import timemory.context.ContextPropagation
import timemory.measure

/*
 * A pool: counts the words of text files on several threads; `WordCountInJava` is the same in Java.
 *
 * The pool is wrapped by `ContextPropagation`, so that its threads' regions are under the region that submitted the work. What to look for:
 *
 * - `file` below `licences` has one lap for each text file there, and so has `file` below `again`: the same threads worked for both;
 * - `merge` is directly under `licences` and `again`: the main thread did that.
 */

private val tools = bundle<WallClock, ThreadCpuClock>()

/** How often each word occurs in the files of [folder], using [threads] threads. */
internal fun countWords(folder: Path, threads: Int): Map<String, Int> {
    val files = Files.walk(folder).use { paths -> paths.filter(Files::isRegularFile).sorted().toList() }
    val pool = Executors.newFixedThreadPool(threads)
    val handingOver = ContextPropagation.executorService(pool)
    val total = HashMap<String, Int>()
    try {
        for (region in listOf("licences", "again")) {
            tools.measure(region) {
                val parts = files.map { file -> handingOver.submit(Callable { tools.measure("file") { wordsOf(file) } }) }
                total.clear()
                for (part in parts) {
                    val words = part.get()
                    tools.measure("merge") { for ((word, count) in words) total.merge(word, count, Int::plus) }
                }
            }
        }
    } finally {
        pool.shutdown()
    }
    return total
}

private fun wordsOf(file: Path): Map<String, Int> {
    val text = tools.measure("read") { String(Files.readAllBytes(file), Charsets.ISO_8859_1) }
    return tools.measure("count") { text.lowercase().split(notLetters).filter { it.isNotEmpty() }.groupingBy { it }.eachCount() }
}

private val notLetters = Regex("[^a-z]+")

/** Argument: the folder; by default the licences of the running JDK. */
fun main(arguments: Array<String>) {
    val folder = Path.of(arguments.firstOrNull() ?: (System.getProperty("java.home") + "/legal"))
    measure<WallClock>("main") {
        val words = countWords(folder, Runtime.getRuntime().availableProcessors())
        val most = words.entries.sortedByDescending { it.value }.take(3).joinToString { "'${it.key}' ${it.value} times" }
        println("${words.values.sum()} words below $folder: $most")
    }
}
