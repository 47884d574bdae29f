/** The few classes that woven code calls, in the boot loader where every class finds them. */
@NullMarked
package timemory.agent.boot;

import org.jspecify.annotations.NullMarked;
