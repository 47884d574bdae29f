/** Results in Kotlin notebooks, and those of other languages of the JVM: see {@link timemory.jupyter.RunResults}. */
@NullMarked
package timemory.jupyter;

import org.jspecify.annotations.NullMarked;
