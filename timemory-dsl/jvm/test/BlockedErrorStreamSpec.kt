package timemory

import io.kotest.core.spec.style.StringSpec
import io.kotest.matchers.shouldBe
import java.io.PrintStream
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit
import kotlin.concurrent.thread

private val tools = bundle<TripCount>()

/** A stream without a reader, or whose lock is held by a thread that waits for the threads that measure. */
class BlockedErrorStreamSpec : StringSpec({
    "threads that report something go on, and what they report is printed once that is possible" {
        val mayPrint = CountDownLatch(1)
        val printed = ConcurrentLinkedQueue<String>()
        val hasAll = CountDownLatch(2)
        val usual = System.err
        System.setErr(object : PrintStream(usual) {
            override fun println(text: String?) {
                mayPrint.await(60, TimeUnit.SECONDS)
                printed.add(text)
                hasAll.countDown()
            }
        })
        try {
            session {
                val measuring = thread {
                    tools.pop()
                    tools.region("x").stop()
                    tools.measure("after") { }
                }
                measuring.join(TimeUnit.SECONDS.toMillis(30))
                measuring.isAlive shouldBe false
                printed.size shouldBe 0
            }.laps() shouldBe "after 1"
            mayPrint.countDown()
            hasAll.await(60, TimeUnit.SECONDS) shouldBe true
        } finally {
            mayPrint.countDown()
            System.setErr(usual)
        }
        printed.map { it.substringBefore(" without").substringBefore(" was") } shouldBe
            listOf("timemory: pop of bundle [trip_count]", "timemory: region 'x'")
    }

    "an interrupted thread reports, and stays interrupted" {
        val printed = ConcurrentLinkedQueue<String>()
        val usual = System.err
        System.setErr(object : PrintStream(usual) {
            override fun println(text: String?) {
                printed.add(text)
            }
        })
        try {
            session {
                Thread.currentThread().interrupt()
                tools.pop()
                Thread.interrupted() shouldBe true
            }
        } finally {
            System.setErr(usual)
        }
        printed.single().startsWith("timemory: pop of bundle [trip_count]") shouldBe true
    }
})
