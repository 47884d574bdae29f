/** The agent's options: their list, their parser, and the contents of labels. */
@NullMarked
package timemory.agent.option;

import org.jspecify.annotations.NullMarked;
