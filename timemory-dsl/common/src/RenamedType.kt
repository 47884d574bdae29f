package timemory

/** The [original] type under another id. */
internal class RenamedType(original: ComponentType<*>, private val number: Int) : DelegatingType(original, "${original.id}_$number") {
    override val label: String get() = "${original.label}_$number"
}
