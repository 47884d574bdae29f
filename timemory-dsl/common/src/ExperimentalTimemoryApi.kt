package timemory

/**
 * Marks what may still change in a minor version: measuring GPUs, rooflines, gotchas and [Strand]. `docs/compatibility.md` says what each
 * of them waits for.
 */
@RequiresOptIn("This may change in a minor version of timemory.", RequiresOptIn.Level.WARNING)
@Retention(AnnotationRetention.BINARY)
@Target(
    AnnotationTarget.CLASS,
    AnnotationTarget.FUNCTION,
    AnnotationTarget.PROPERTY,
    AnnotationTarget.TYPEALIAS,
)
@MustBeDocumented
public annotation class ExperimentalTimemoryApi
