/** Micronaut requests as regions: a filter that Micronaut finds by itself if this module is on the class path. */
@NullMarked
package timemory.micronaut;

import org.jspecify.annotations.NullMarked;
