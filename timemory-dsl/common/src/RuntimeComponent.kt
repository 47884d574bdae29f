package timemory

/**
 * A component whose [ComponentType] is known only at run time, because one class serves several types: what a script, a plug-in
 * or a C function defines. Elsewhere the class tells its type, which costs nothing and lets the compiler call it directly.
 * ```
 * class Scripted(type: ComponentType<*>, private val script: Script) : RuntimeComponent(type) {
 *     override fun start() = script.run("start")
 *     override fun stop() = record(script.number("value"))
 * }
 * ```
 * It is chosen by its type: `bundleOf(listOf(type))`, or by its id once [Components.register] knows it.
 *
 * @param type the type that this is an instance of: the one whose factory made it
 */
public abstract class RuntimeComponent(type: ComponentType<*>) : DoubleComponent(), OfRuntimeType {
    override val runtimeType: ComponentType<*> = type
}
