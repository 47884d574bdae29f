package timemory.test;

import timemory.ComponentType;

/**
 * Performance budgets for blocks of code, for tests in any framework and elsewhere:
 *
 * <pre>{@code
 * import static timemory.test.Budgets.*;
 *
 * assertAllocation(() -> ring.offer(ITEM)).isAtMost(0);
 * assertRatio(() -> parser.parse(text), () -> oldParser.parse(text)).isAtMost(1.5);
 * assertLaps("load page", () -> cache.get(key)).isAtMost(1);
 * assertBudget(ThreadNumMinorPageFaults.TYPE, () -> table.fill()).isAtMost(100);
 * }</pre>
 *
 * <p>Nothing is run before a bound is given. What is above its budget throws an {@link org.opentest4j.AssertionFailedError}; what cannot be
 * measured here, or not be distinguished from noise, throws an {@link org.opentest4j.TestAbortedException} with the reason, which JUnit and
 * Kotest report as a test that was neither passed nor failed.
 *
 * <p>There is intentionally no budget for wall-clock time, because it would depend on the machine: compare with another block using {@link
 * #assertRatio}.
 */
public final class Budgets {

    private Budgets() {}

    /** Checks the heap that the calling thread allocates in each lap of {@code block}, in bytes. */
    public static AllocationCheck assertAllocation(Block block) {
        return new AllocationCheck(block);
    }

    /** Checks how often {@code block} enters the region {@code label}. */
    public static LapsCheck assertLaps(String label, Block block) {
        return new LapsCheck(label, block);
    }

    /** Checks how many times as long {@code measured} takes as {@code reference}. */
    public static RatioCheck assertRatio(Block measured, Block reference) {
        return new RatioCheck(measured, reference);
    }

    /** Checks what the component {@code type} measures for {@code block}. */
    public static ComponentCheck assertBudget(ComponentType<?> type, Block block) {
        return new ComponentCheck(type, block);
    }
}
