/** The Maven plugin. */
@NullMarked
package timemory.maven;

import org.jspecify.annotations.NullMarked;
