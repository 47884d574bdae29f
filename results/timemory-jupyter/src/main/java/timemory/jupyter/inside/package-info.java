/**
 * What reads results, in a class loader of its own: a notebook's kernel brings the runtime of its own Kotlin, which may be older than that which
 * timemory needs, and is asked first. Only classes of the JDK go from here to the notebook.
 */
@NullMarked
package timemory.jupyter.inside;

import org.jspecify.annotations.NullMarked;
