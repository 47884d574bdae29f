/** Rooflines: the machine's peak performance, and how close regions come to it. */
@NullMarked
package timemory.roofline;

import org.jspecify.annotations.NullMarked;
