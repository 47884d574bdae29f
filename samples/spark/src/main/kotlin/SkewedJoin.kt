package samples.spark

import kotlin.random.Random
import org.apache.spark.SparkConf
import org.apache.spark.api.java.JavaSparkContext
import scala.Tuple2
import timemory.WallClock
import timemory.bundle
import timemory.measure

/*
 * Joins orders with their customers, one of whom has most of them: the same as `SkewedJoin.java`, which says what to look for.
 */

private const val CUSTOMERS = 1_000
private const val ORDERS = 40_000
private const val PARTITIONS = 16

private val tools = bundle<WallClock>()

/** The orders of one partition: customer and amount. Two out of three are from customer 7. */
private fun orders(partition: Int): List<Tuple2<Int, Int>> = tools.measure("read") {
    val random = Random(partition)
    List(ORDERS / PARTITIONS) { Tuple2(if (random.nextInt(3) == 0) random.nextInt(CUSTOMERS) else 7, 1 + random.nextInt(500)) }
}

/** A few tens of microseconds of work. */
private fun score(customer: String, amount: Int): Long = tools.measure("score") {
    var score = amount.toLong()
    for (i in 0 until 20_000) score = score * 31 + customer[i % customer.length].code
    score.mod(100L)
}

/** The first argument is the master, if spark-submit does not set it. */
fun main(arguments: Array<String>) {
    val conf = SparkConf().setAppName("skewed join").setIfMissing("spark.plugins", "timemory.spark.TimemoryPlugin")
    if (arguments.isNotEmpty()) conf.setMaster(arguments[0])
    JavaSparkContext(conf).use { spark ->
        measure<WallClock>("etl") {
            val customers = spark.parallelize((0 until CUSTOMERS).toList(), 4).mapToPair { Tuple2(it, "customer $it") }
            val orders = spark.parallelize((0 until PARTITIONS).toList(), PARTITIONS).flatMapToPair { orders(it).iterator() }
            measure<WallClock>("score orders") {
                val scored = orders.join(customers, PARTITIONS)
                    .map { (_, joined) -> score(joined._2, joined._1) }
                    .aggregate(0L, { count, _ -> count + 1 }, Long::plus)
                println("$scored orders were scored")
            }
        }
    }
}

private operator fun <A, B> Tuple2<A, B>.component1(): A = _1

private operator fun <A, B> Tuple2<A, B>.component2(): B = _2
