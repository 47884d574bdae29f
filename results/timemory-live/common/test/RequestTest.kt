package timemory.live

import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

/** Parsing of requests, and that lines from other tools are rejected with a reason. */
class RequestTest {
    private fun refusal(line: String): String = assertFailsWith<IllegalArgumentException>(line) { Request.of(line) }.message!!

    @Test
    fun everythingThatCanBeAskedIsUnderstood() {
        for (kind in Request.Kind.entries) {
            val word = when (kind.argument) {
                null -> ""
                Request.Argument.NAME -> "top-12"
                Request.Argument.LIST -> "wall_clock,peak_rss"
            }
            val request = Request.of("timemory/1 ${kind.word} $word".trimEnd())
            assertEquals(kind, request.kind)
            assertEquals(word, request.word)
        }
    }

    @Test
    fun whatCannotBeAskedIsRefusedWithTheReason() {
        assertContains(refusal(""), "is not a request")
        assertContains(refusal("GET / HTTP/1.1"), "'GET / HTTP/1.1' is not a request")
        assertContains(refusal("timemory/2 info"), "version 1 of the protocol, not 'timemory/2'")
        assertContains(refusal("timemory/1"), "'' is not a request; there are info, results")
        assertContains(refusal("timemory/1 shutdown"), "'shutdown' is not a request")
        assertContains(refusal("timemory/1 info now"), "'info' takes no argument")
        assertContains(refusal("timemory/1 part"), "'part' takes one name")
        assertContains(refusal("timemory/1 components Wall"), "'Wall' is not a list: allowed are up to 200")
        assertContains(refusal("timemory/1 part a b"), "'part' takes one name")
        for (name in listOf("", "../../etc", "A", "a\u0000", "a".repeat(65), "\u202e")) {
            assertContains(refusal("timemory/1 part $name"), "is not a name")
        }
    }

    @Test
    fun aReasonHasNoControlCharactersAndIsShort() {
        val random = Random(3)
        repeat(2_000) {
            val line = "\u0001" + CharArray(random.nextInt(300)) { random.nextInt(0x180).toChar() }.concatToString()
            for (begin in listOf("", "timemory/1 ", "timemory/1 part ")) {
                val reason = refusal(begin + line)
                assertTrue(reason.none { it.isISOControl() } && reason.length < 600, reason)
            }
        }
    }
}
