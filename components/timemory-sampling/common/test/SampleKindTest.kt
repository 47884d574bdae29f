package timemory.sampling

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNull

/** The kinds in the setting `SAMPLING`, and the sum of samples with different weights. */
class SampleKindTest {
    @Test
    fun severalKindsAreNamedInAnyOrder() {
        assertEquals(listOf(SampleKind.CPU, SampleKind.ALLOC), SampleKind.named("alloc, CPU,alloc"))
        assertEquals(SampleKind.entries, SampleKind.named("cpu,wall,alloc,lock"))
    }

    @Test
    fun noneIsNone() {
        assertEquals(emptyList(), SampleKind.named("none"))
        assertEquals(emptyList(), SampleKind.named(""))
    }

    @Test
    fun whatIsNoKindIsRefusedAndSoIsNoneBesideOthers() {
        assertNull(SampleKind.named("cpu,walk"))
        assertNull(SampleKind.named("none,cpu"))
    }

    @Test
    fun kindsAreKeptAsANumber() {
        assertEquals(listOf(SampleKind.WALL, SampleKind.LOCK), SampleKind.of(SampleKind.WALL.bit or SampleKind.LOCK.bit))
        assertEquals(emptyList(), SampleKind.of(0))
    }

    @Test
    fun samplesOfDifferentWeightsAreSummedUp() {
        val samples = Samples(64) { _, _ -> true }
        for (weight in listOf(10L, 30L, 20L)) samples[SampleKind.ALLOC].add(OUTSIDE, 0, listOf("a.B.c"), weight)
        assertEquals(3L, samples[SampleKind.ALLOC].size)
        assertEquals(60L, samples[SampleKind.ALLOC].weight)
        assertEquals(0L, samples[SampleKind.CPU].size)
        assertEquals(60L, samples.copy()[SampleKind.ALLOC].weight)
    }
}
