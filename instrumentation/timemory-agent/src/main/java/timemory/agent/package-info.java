/** The agent: weaves classes of the program as they are loaded, and ends with the program or when it is told to. */
@NullMarked
package timemory.agent;

import org.jspecify.annotations.NullMarked;
