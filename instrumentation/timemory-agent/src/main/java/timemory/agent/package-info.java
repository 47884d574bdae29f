/** The agent: weaves classes of the program when they are loaded, and ends with the program or when it is stopped. */
@NullMarked
package timemory.agent;

import org.jspecify.annotations.NullMarked;
