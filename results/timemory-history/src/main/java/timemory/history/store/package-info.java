/** The file that stores the results of many runs. */
@NullMarked
package timemory.history.store;

import org.jspecify.annotations.NullMarked;
