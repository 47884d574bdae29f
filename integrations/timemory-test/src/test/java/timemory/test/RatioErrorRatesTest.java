package timemory.test;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import timemory.test.RatioErrorRates.Machine;
import timemory.test.RatioErrorRates.Rates;

/** The error rates in docs/dev/testing.md, with fewer simulated checks: each rate may differ by the statistical error of that many. */
class RatioErrorRatesTest {

    private static final int CHECKS = 1000;

    @ParameterizedTest
    @EnumSource
    void blocksAtTheBoundNeitherFailNorPass(Machine machine) {
        Rates rates = RatioErrorRates.of(machine, 1.0, 1.0, CHECKS, 1);
        assertTrue(rates.ofFailed() <= 0.03 && rates.ofPassed() <= 0.03, rates.toString());
    }

    @ParameterizedTest
    @EnumSource
    void blocksBelowTheBoundDoNotFail(Machine machine) {
        Rates rates = RatioErrorRates.of(machine, 0.9, 1.0, CHECKS, 2);
        assertTrue(rates.ofFailed() <= 0.002, rates.toString());
        assertTrue(rates.ofPassed() >= 0.5, rates.toString());
    }

    @ParameterizedTest
    @EnumSource
    void blocksAboveTheBoundDoNotPass(Machine machine) {
        Rates rates = RatioErrorRates.of(machine, 1.1, 1.0, CHECKS, 3);
        assertTrue(rates.ofPassed() <= 0.002, rates.toString());
        assertTrue(rates.ofFailed() >= 0.3, rates.toString());
    }
}
