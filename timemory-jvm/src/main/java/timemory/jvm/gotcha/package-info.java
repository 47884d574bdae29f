/** Gotchas: measure and replace function calls in classes of the program and its libraries. */
@NullMarked
package timemory.jvm.gotcha;

import org.jspecify.annotations.NullMarked;
