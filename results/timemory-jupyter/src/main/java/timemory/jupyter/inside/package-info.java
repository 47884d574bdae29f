/**
 * Reads results in a separate class loader: a notebook's kernel has its own Kotlin runtime, which may be older than timemory needs, and
 * which would be found first. Only JDK classes are passed to the notebook.
 */
@NullMarked
package timemory.jupyter.inside;

import org.jspecify.annotations.NullMarked;
