/** The {@code timemory history} command. */
@NullMarked
package timemory.history.command;

import org.jspecify.annotations.NullMarked;
