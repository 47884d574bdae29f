/**
 * timemory in programs of Spring Boot 4: requests as regions by their routes, SQL statements by their kind, positions carried to
 * {@code @Async} methods, an actuator endpoint, and the live page. Nothing is to be called: the starter configures itself.
 */
@NullMarked
package timemory.spring;

import org.jspecify.annotations.NullMarked;
