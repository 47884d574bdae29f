/** Merges the results of several processes. */
@NullMarked
package timemory.tools.merge;

import org.jspecify.annotations.NullMarked;
