package timemory

import kotlin.reflect.KClass

@Target(AnnotationTarget.CLASS)
@Retention(AnnotationRetention.SOURCE)
public actual annotation class DescribedBy(actual val type: KClass<out ComponentType<*>>)
