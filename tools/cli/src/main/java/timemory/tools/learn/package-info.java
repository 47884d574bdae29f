/** Learns which functions are worth measuring. */
@NullMarked
package timemory.tools.learn;

import org.jspecify.annotations.NullMarked;
