/** Trends to look at: numbers as people read them, and a page of pictures. */
@NullMarked
package timemory.history.page;

import org.jspecify.annotations.NullMarked;
