package timemory

/**
 * Marks API that may still change in a minor version: GPU measurements, rooflines, gotchas and [Strand]. `docs/compatibility.md` lists the
 * limitations of each.
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
