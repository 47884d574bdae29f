/**
 * Performance tests: tests as regions of the call graph, and performance budgets.
 *
 * <ul>
 *   <li>{@link timemory.test.MeasuredBy} measures JUnit Jupiter tests, {@code measuredBy} those of Kotest.
 *   <li>{@link timemory.test.Budgets} limit a block's allocations, how often it enters a region, its time relative to another block, or the
 *   value of any component, in any test framework. {@link timemory.test.AllocationBudget} and {@link timemory.test.LapsBudget} do so by
 *   annotation.
 * </ul>
 *
 * <p>A budget that cannot be measured on this machine aborts the test with the reason: it neither passes nor fails.
 */
@NullMarked
package timemory.test;

import org.jspecify.annotations.NullMarked;
