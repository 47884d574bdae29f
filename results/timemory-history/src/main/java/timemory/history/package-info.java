/** Results over time: storage ({@link timemory.history.store}), change detection ({@link timemory.history.change}), and the command. */
@NullMarked
package timemory.history;

import org.jspecify.annotations.NullMarked;
