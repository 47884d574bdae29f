/** Rooflines: what the machine can do at most, and how close regions come to it. */
@NullMarked
package timemory.roofline;

import org.jspecify.annotations.NullMarked;
