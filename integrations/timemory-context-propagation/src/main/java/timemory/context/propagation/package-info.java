/** Propagates call paths with Micrometer's context-propagation library. */
@NullMarked
package timemory.context.propagation;

import org.jspecify.annotations.NullMarked;
