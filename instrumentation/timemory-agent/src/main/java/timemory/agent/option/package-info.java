/** The agent's options: the catalogue, how they are read, and what labels show. */
@NullMarked
package timemory.agent.option;

import org.jspecify.annotations.NullMarked;
