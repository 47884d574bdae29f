package timemory

/** Marks the receivers of the DSL's blocks, so that a block inside another one cannot call the outer one's functions by mistake. */
@DslMarker
@Target(AnnotationTarget.CLASS)
public annotation class TimemoryDsl
