/** Results over time: what keeps them ({@link timemory.history.store}), when they changed ({@link timemory.history.change}), and the command. */
@NullMarked
package timemory.history;

import org.jspecify.annotations.NullMarked;
