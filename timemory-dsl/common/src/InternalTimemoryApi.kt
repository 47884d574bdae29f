package timemory

/**
 * Marks API that only timemory's own modules call or override. It is public because there are several modules, and may change in any
 * release without notice: use only API that requires no opt-in.
 */
@RequiresOptIn("Only timemory's own modules use this; it may change in any release.", RequiresOptIn.Level.ERROR)
@Retention(AnnotationRetention.BINARY)
@Target(
    AnnotationTarget.CLASS,
    AnnotationTarget.FUNCTION,
    AnnotationTarget.PROPERTY,
    AnnotationTarget.PROPERTY_SETTER,
    AnnotationTarget.CONSTRUCTOR,
)
public annotation class InternalTimemoryApi
