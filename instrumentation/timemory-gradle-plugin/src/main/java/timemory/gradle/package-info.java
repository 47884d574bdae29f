/** The Gradle plugin. */
@NullMarked
package timemory.gradle;

import org.jspecify.annotations.NullMarked;
