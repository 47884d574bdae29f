package timemory

/**
 * A component whose [ComponentType] is known only at run time, because one class serves several types: those defined by scripts, plug-ins
 * or C functions. For other components, the class determines the type, which costs nothing and lets the compiler call it directly.
 * ```
 * class Scripted(type: ComponentType<*>, private val script: Script) : RuntimeComponent(type) {
 *     override fun start() = script.run("start")
 *     override fun stop() = record(script.number("value"))
 * }
 * ```
 * It is selected by its type, `bundleOf(listOf(type))`, or by its id after [Components.register].
 *
 * @param type the type that this is an instance of: the one whose factory created it
 */
public abstract class RuntimeComponent(type: ComponentType<*>) : DoubleComponent(), OfRuntimeType {
    override val runtimeType: ComponentType<*> = type
}
