/** Results in Kotlin and other JVM notebooks: see {@link timemory.jupyter.RunResults}. */
@NullMarked
package timemory.jupyter;

import org.jspecify.annotations.NullMarked;
