/** Carries positions in the call graph by the context-propagation library of Micrometer. */
@NullMarked
package timemory.context.propagation;

import org.jspecify.annotations.NullMarked;
