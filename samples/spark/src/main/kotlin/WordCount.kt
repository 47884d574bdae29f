package samples.spark

import org.apache.spark.SparkConf
import org.apache.spark.api.java.JavaSparkContext
import scala.Tuple2
import timemory.WallClock
import timemory.bundle
import timemory.measure

/*
 * Word count over real text, by a cluster; `WordCountInJava` is the same in Java.
 *
 * What to look for: `split` and `count` hang below the tasks, these below the stages and the job, and all that below `count words`, the
 * region of the driver that was open when it asked for the result.
 */

private val tools = bundle<WallClock>()

private val notLetters = Regex("[^a-z]+")

private fun wordsOf(line: String): List<String> = tools.measure("split") { line.lowercase().split(notLetters).filter { it.isNotEmpty() } }

/** The files: as the first argument says. The second is the master, where spark-submit gives none. */
fun main(arguments: Array<String>) {
    val conf = SparkConf().setAppName("word count").setIfMissing("spark.plugins", "timemory.spark.TimemoryPlugin")
    if (arguments.size > 1) conf.setMaster(arguments[1])
    JavaSparkContext(conf).use { spark ->
        measure<WallClock>("count words") {
            val counts = spark.textFile(arguments[0], 4)
                .flatMap { line -> wordsOf(line).iterator() }
                .mapToPair { word -> Tuple2(word, 1) }
                .reduceByKey { a, b -> a + b }
                .collect()
            val most = counts.sortedByDescending { it._2 }.take(3).joinToString { "'${it._1}' ${it._2} times" }
            println("${counts.sumOf { it._2 }} words in ${arguments[0]}: $most")
        }
    }
}
