package timemory.instrument

import timemory.InternalTimemoryApi

/** Marks functions that measure themselves, as a compiler made them so: who puts in regions later leaves them alone. */
@InternalTimemoryApi
@Retention(AnnotationRetention.RUNTIME)
@Target(AnnotationTarget.FUNCTION, AnnotationTarget.PROPERTY_GETTER, AnnotationTarget.PROPERTY_SETTER)
public annotation class Instrumented
