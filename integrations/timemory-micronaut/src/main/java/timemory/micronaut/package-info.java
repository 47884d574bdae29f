/** Requests of Micronaut as regions: a filter that Micronaut finds by itself where this is on the class path. */
@NullMarked
package timemory.micronaut;

import org.jspecify.annotations.NullMarked;
