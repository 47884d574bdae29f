package timemory.timem

import kotlin.math.abs
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertNull
import kotlin.test.assertTrue
import timemory.statistics.Statistics

class ComparisonTest {
    private fun statistics(vararg numbers: Double) = Statistics().also { numbers.forEach(it::add) }

    private fun assertClose(expected: Double, actual: Double, within: Double) =
        assertTrue(abs(expected - actual) <= within, "$actual is not within $within of $expected")

    @Test
    fun studentsTAgreesWithPrintedTables() {
        // Abramowitz and Stegun, table 26.10.
        assertClose(0.05, StudentT.beyond(12.706, 1.0), 1e-5)
        assertClose(0.05, StudentT.beyond(2.228, 10.0), 1e-4)
        assertClose(0.01, StudentT.beyond(2.750, 30.0), 1e-4)
        assertClose(1.960, StudentT.quantile(0.05, 1e7), 1e-3)
        assertClose(4.303, StudentT.quantile(0.05, 2.0), 1e-3)
        assertEquals(1.0, StudentT.beyond(0.0, 5.0))
    }

    @Test
    fun welchsTestAgreesWithAnIntegralOfTheDensity() {
        // t = 2.83526 with 27.7136 degrees of freedom; p by Simpson's rule over Student's density, in Python.
        val first = statistics(27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4)
        val second = statistics(27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 30.0, 23.9)
        val compared = Comparison.of(first, second)!!
        assertClose(0.008452732437, compared.probability, 1e-11)
        assertTrue(compared.isSignificant)
        assertClose(second.mean / first.mean, compared.ratio, 1e-12)
    }

    @Test
    fun theIntervalHoldsZeroWhereTheDifferenceMayBeChance() {
        val compared = Comparison.of(statistics(1.0, 2.0, 3.0), statistics(1.5, 2.5, 2.6))!!
        assertFalse(compared.isSignificant)
        assertTrue(abs(compared.difference) < compared.margin)
    }

    @Test
    fun numbersThatNeverChangeDifferOrDoNot() {
        assertEquals(1.0, Comparison.of(statistics(3.0, 3.0), statistics(3.0, 3.0))!!.probability)
        assertEquals(0.0, Comparison.of(statistics(3.0, 3.0), statistics(4.0, 4.0))!!.probability)
        assertNull(Comparison.of(statistics(3.0), statistics(4.0, 4.0)))
    }
}
