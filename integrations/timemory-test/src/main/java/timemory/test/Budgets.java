package timemory.test;

import timemory.ComponentType;

/**
 * Budgets that a block is held to, in tests of any framework and elsewhere:
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
 * <p>Nothing is run before a bound is given. What is above its budget throws an {@link org.opentest4j.AssertionFailedError}; what
 * cannot be measured here, or not be told from noise, throws an {@link org.opentest4j.TestAbortedException} with the reason, which
 * JUnit and Kotest report as a test that was neither passed nor failed.
 *
 * <p>There is no budget of wall-clock time as such among these on purpose, since it would be one of the machine: compare with
 * another block by {@link #assertRatio}.
 */
public final class Budgets {

    private Budgets() {}

    /** Heap that the calling thread allocates in each lap of {@code block}, in bytes. */
    public static AllocationCheck assertAllocation(Block block) {
        return new AllocationCheck(block);
    }

    /** How often {@code block} enters the region {@code label}. */
    public static LapsCheck assertLaps(String label, Block block) {
        return new LapsCheck(label, block);
    }

    /** How many times as long {@code measured} takes as {@code reference}. */
    public static RatioCheck assertRatio(Block measured, Block reference) {
        return new RatioCheck(measured, reference);
    }

    /** What the component {@code type} measures of {@code block}. */
    public static ComponentCheck assertBudget(ComponentType<?> type, Block block) {
        return new ComponentCheck(type, block);
    }
}
