package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import timemory.forwarding.OpenRange
import timemory.forwarding.RefCountedToggle
import timemory.forwarding.ThreadRanges
import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/** The calls that tools receive, whatever the order in which regions end. */
class ThreadRangesTest {
    private val calls = ArrayList<String>()

    private inner class Range(private val name: String, override val whole: OpenRange? = null) : OpenRange(name[0].code.toLong()) {
        override fun begin() {
            calls += "+$name"
        }

        override fun end() {
            calls += "-$name"
        }
    }

    private val ordered = ThreadRanges(isOrdered = true, isOnce = false) { null }
    private val once = ThreadRanges(isOrdered = false, isOnce = true) { null }
    private val orderedOnce = ThreadRanges(isOrdered = true, isOnce = true) { null }

    @Test
    fun rangesThatEndInTheOppositeOrderArePassedOnAsTheyAre() {
        val (a, b) = listOf(Range("a"), Range("b"))
        ordered.ofThread().apply { begin(a); begin(b); end(b); end(a) }
        assertEquals("+a +b -b -a", calls.joinToString(" "))
    }

    @Test
    fun rangesInsideOneThatEndsBeforeThemAreEndedAndBegunAgain() {
        val (a, b, c) = listOf(Range("a"), Range("b"), Range("c"))
        ordered.ofThread().apply { begin(a); begin(b); begin(c); end(a); end(c); end(b) }
        assertEquals("+a +b +c -c -b -a +b +c -c -b", calls.joinToString(" "))
    }

    @Test
    fun withoutAnOrderTheyMayOverlap() {
        val (a, b) = listOf(Range("a"), Range("b"))
        once.ofThread().apply { begin(a); begin(b); end(a); end(b) }
        assertEquals("+a +b -a -b", calls.joinToString(" "))
    }

    @Test
    fun ofRangesWithOneLabelTheToolKnowsOne() {
        val (a, again, b) = listOf(Range("a"), Range("a again"), Range("b"))
        orderedOnce.ofThread().apply { begin(a); begin(b); begin(again); end(again); end(b); end(a) }
        assertEquals("+a +b -b -a", calls.joinToString(" "))
    }

    @Test
    fun oneWithTheSameLabelThatLastsLongerTakesThePlaceOfTheFirst() {
        val (a, again, b) = listOf(Range("a"), Range("a again"), Range("b"))
        orderedOnce.ofThread().apply { begin(a); begin(b); begin(again); end(a); end(b); end(again) }
        assertEquals("+a +b -b -a again", calls.joinToString(" "))
    }

    @Test
    fun aPartEndsWithItsWhole() {
        val loop = Range("loop")
        ordered.ofThread().apply { begin(loop); begin(Range("1", loop)); end(loop) }
        assertEquals("+loop +1 -1 -loop", calls.joinToString(" "))
    }

    @Test
    fun whatAnotherThreadWasToEndIsEndedByItsOwnNext() {
        val (a, b, c) = listOf(Range("a"), Range("b"), Range("c"))
        ordered.ofThread().apply {
            begin(a)
            begin(b)
            a.isAbandoned = true
            begin(c) // b is open: a has to wait
            end(c)
            end(b)
        }
        assertEquals("+a +b +c -c -b -a", calls.joinToString(" "))
    }

    @Test
    fun aSwitchIsOnWhileAnyThreadWantsItAndIsTurnedByOneAtATime() {
        val lock = Lock()
        var turning = 0
        var isOn = false
        var turns = 0
        val switch = RefCountedToggle { on ->
            val others = lock.hold { turning++ }
            assertEquals(0, others, "two turn it at once")
            assertEquals(!on, isOn, "it is turned to where it stands")
            isOn = on
            turns++
            lock.hold { turning-- }
            null
        }
        inThreads(4) { repeat(20_000) { assertEquals(listOf(null, null), listOf(switch.open(), switch.close())) } }
        assertEquals(false, isOn)
        switch.open()
        switch.open()
        switch.close()
        assertEquals(true, isOn)
        switch.close()
        assertEquals(false, isOn)
        assertEquals(0, turns % 2)
    }

    @Test
    fun whatFailsWhenASwitchIsTurnedIsReportedAndTheSwitchGoesOn() {
        var turns = 0
        val switch = RefCountedToggle { if (turns++ == 0) error("broken") else null }
        assertEquals("broken", switch.open())
        assertEquals(null, switch.close())
        assertEquals(null, switch.open())
        assertEquals(3, turns)
    }
}
