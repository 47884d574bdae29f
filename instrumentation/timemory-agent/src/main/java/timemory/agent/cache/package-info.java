/** Caches woven classes for the next run. */
@NullMarked
package timemory.agent.cache;

import org.jspecify.annotations.NullMarked;
