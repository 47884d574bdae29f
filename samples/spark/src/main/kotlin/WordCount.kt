package samples.spark

import org.apache.spark.SparkConf
import org.apache.spark.api.java.JavaSparkContext
import scala.Tuple2
import timemory.WallClock
import timemory.bundle
import timemory.measure

/*
 * Counts the words of real text on a cluster; `WordCountInJava` is the same in Java.
 *
 * What to look for: `split` and `count` are under the tasks, the tasks are under the stages and the job, and all of that is under `count
 * words`, the driver's region that was open when it requested the result.
 */

private val tools = bundle<WallClock>()

private val notLetters = Regex("[^a-z]+")

private fun wordsOf(line: String): List<String> = tools.measure("split") { line.lowercase().split(notLetters).filter { it.isNotEmpty() } }

/** The first argument names the files. The second is the master, if spark-submit does not set it. */
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
