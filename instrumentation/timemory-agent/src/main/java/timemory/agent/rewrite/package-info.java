/** Rewrites JARs and folders ahead of time, so that they measure themselves. */
@NullMarked
package timemory.agent.rewrite;

import org.jspecify.annotations.NullMarked;
