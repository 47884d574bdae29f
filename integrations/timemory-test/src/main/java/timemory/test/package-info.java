/**
 * Performance in tests: tests as regions of the call graph, and budgets that they are held to.
 *
 * <ul>
 *   <li>{@link timemory.test.MeasuredBy} measures JUnit Jupiter tests, {@code measuredBy} those of Kotest.
 *   <li>{@link timemory.test.Budgets} hold blocks to what they may allocate, to how often they may enter a region, to a multiple of the
 *       time of another block, and to a value of any component; in any test framework. {@link timemory.test.AllocationBudget} and
 *       {@link timemory.test.LapsBudget} do so by annotation.
 * </ul>
 *
 * <p>A budget that cannot be measured on the machine at hand aborts the test with the reason: it is neither passed nor failed.
 */
@NullMarked
package timemory.test;

import org.jspecify.annotations.NullMarked;
