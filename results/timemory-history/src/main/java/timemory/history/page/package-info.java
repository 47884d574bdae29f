/** Presentation of trends: human-readable numbers, and pages of plots. */
@NullMarked
package timemory.history.page;

import org.jspecify.annotations.NullMarked;
