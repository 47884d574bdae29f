/** The {@code timemory} command. */
@NullMarked
package timemory.tools;

import org.jspecify.annotations.NullMarked;
