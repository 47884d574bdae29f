/** The command that draws rooflines. */
@NullMarked
package timemory.tools.roofline;

import org.jspecify.annotations.NullMarked;
