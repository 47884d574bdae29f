/**
 * Detects permanent changes in a series of numbers: where, by how much, and how significant. Independent of where the numbers come from.
 */
@NullMarked
package timemory.history.change;

import org.jspecify.annotations.NullMarked;
