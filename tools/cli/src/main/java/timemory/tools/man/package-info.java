/** Writes manual pages. */
@NullMarked
package timemory.tools.man;

import org.jspecify.annotations.NullMarked;
