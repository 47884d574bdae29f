/**
 * timemory in Spring Boot 4 programs: requests as regions by route, SQL statements by kind, call paths propagated to {@code @Async}
 * methods, an actuator endpoint, and the live report. No calls are needed: the starter configures itself.
 */
@NullMarked
package timemory.spring;

import org.jspecify.annotations.NullMarked;
