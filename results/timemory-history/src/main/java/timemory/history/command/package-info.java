/** {@code timemory history}. */
@NullMarked
package timemory.history.command;

import org.jspecify.annotations.NullMarked;
