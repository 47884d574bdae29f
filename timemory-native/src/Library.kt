@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.concurrent.Volatile
import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.IntVar
import kotlinx.cinterop.interpretCPointer
import kotlinx.cinterop.set
import timemory.ComponentType
import timemory.Timemory
import timemory.defaultComponents as defaultBundle
import timemory.internal.callgraph.initialize
import timemory.internal.callgraph.isInitialized
import timemory.settings.SettingsBuilder

/*
 * Life, settings, and the components in force.
 */

/** What `timemory_set_default` was told before measuring began. */
@Volatile
private var defaultComponents: String? = null

/** Begins measuring unless it has begun: because the program [asks][isAsked] for that, or because something is wanted that needs it. */
internal fun begin(arguments: Array<String>, settings: SettingsBuilder = SettingsBuilder(), isAsked: Boolean = true) {
    if (Timemory.isInitialized) return
    initialize(settings, arguments, isAsked)
    defaultComponents?.let(::applyDefault)
}

@ExportedBridge("tm_begin_session")
public fun beginUnasked(): Unit = begin(emptyArray(), isAsked = false)

private fun applyDefault(components: String) {
    val settings = Timemory.settings
    if (settings.components.isNotEmpty() || settings.globalComponents.isNotEmpty()) return
    val types = componentsIn(components, instead = defaultBundle.types)
    Timemory.setDefaultComponents(types.joinToString(",") { it.id })
}

@ExportedBridge("tm_init")
public fun initLibrary(argc: Int, argv: NativePtr): Unit = begin(textsAt(argc, argv))

/** With nine settings in the order of `timemory_settings`, -1 for those that are left as they are. */
@ExportedBridge("tm_init_marked")
public fun initMarked(argc: Int, argv: NativePtr, settings: NativePtr) {
    val numbers = numbersAt(9, settings)
    val builder = SettingsBuilder()
    fun flag(index: Int, name: String) {
        if (numbers[index] >= 0) builder.set(name, (numbers[index] > 0).toString())
    }
    flag(0, "ENABLED")
    flag(1, "AUTO_OUTPUT")
    flag(2, "FILE_OUTPUT")
    flag(3, "TEXT_OUTPUT")
    flag(4, "JSON_OUTPUT")
    flag(5, "COUT_OUTPUT")
    flag(8, "SCIENTIFIC")
    for ((index, name) in listOf(6 to "PRECISION", 7 to "WIDTH")) {
        if (numbers[index] >= 0) setOrTell(builder, name, numbers[index].toString())
    }
    begin(textsAt(argc, argv), builder)
}

private fun setOrTell(builder: SettingsBuilder, name: String, value: String) {
    try {
        builder.set(name, value)
    } catch (wrong: IllegalArgumentException) {
        Mistakes.tell(wrong.message ?: "$name cannot be $value")
    }
}

@ExportedBridge("tm_is_initialized")
public fun isInitialized(): Int = if (Timemory.isInitialized) 1 else 0

@ExportedBridge("tm_finalize")
public fun finalizeLibrary() {
    if (!keepAtEnd()) Timemory.finalize()
}

@ExportedBridge("tm_set_enabled")
public fun setEnabled(enabled: Int) {
    beginUnasked()
    Timemory.isEnabled = enabled != 0
}

@ExportedBridge("tm_is_enabled")
public fun isEnabled(): Int = if (Timemory.isEnabled) 1 else 0

/** An environment variable has been set: where it is a setting and there is a session, the session follows. */
@ExportedBridge("tm_environment_changed")
public fun environmentChanged(variable: NativePtr, value: NativePtr) {
    val name = textAt(variable)
    if (!name.startsWith("TIMEMORY_") || !Timemory.isInitialized) return
    try {
        Timemory.change { set(name, textAt(value)) }
    } catch (wrong: IllegalArgumentException) {
        Mistakes.tell(wrong.message ?: "$name cannot be changed")
    } catch (ended: IllegalStateException) {
        return // another thread finalized meanwhile
    }
}

@ExportedBridge("tm_set_default")
public fun setDefault(components: NativePtr) {
    val text = textAt(components)
    defaultComponents = text
    if (Timemory.isInitialized) applyDefault(text)
}

/** As everything that needs the settings' components to be known. */
private inline fun begun(work: () -> Unit) {
    beginUnasked()
    try {
        work()
    } catch (tooMany: IllegalArgumentException) {
        Mistakes.tell(tooMany.message ?: "too many components")
    }
}

@ExportedBridge("tm_add_components")
public fun addComponents(components: NativePtr): Unit = begun { Timemory.addComponents(idsNamedIn(textAt(components))) }

@ExportedBridge("tm_remove_components")
public fun removeComponents(components: NativePtr): Unit = begun { Timemory.removeComponents(idsNamedIn(textAt(components))) }

@ExportedBridge("tm_push_components")
public fun pushComponents(components: NativePtr): Unit = begun { Timemory.pushComponents(*componentsIn(textAt(components)).toTypedArray()) }

@ExportedBridge("tm_push_components_enum")
public fun pushComponentsEnum(count: Int, components: NativePtr): Unit =
    begun { Timemory.pushComponents(*componentsOf(numbersAt(count, components)).toTypedArray()) }

@ExportedBridge("tm_pop_components")
public fun popComponents(): Unit = Timemory.popComponents()

@ExportedBridge("tm_components")
public fun componentsInForce(into: NativePtr, most: Int): Int {
    beginUnasked()
    return fill(Timemory.components, into, most)
}

@ExportedBridge("tm_components_in")
public fun componentsNamedIn(components: NativePtr, into: NativePtr, most: Int): Int {
    beginUnasked()
    return fill(componentsIn(textAt(components)), into, most)
}

private fun fill(types: List<ComponentType<*>>, into: NativePtr, most: Int): Int {
    val array = interpretCPointer<IntVar>(into) ?: return 0
    val numbers = numbersOf(types).take(most)
    numbers.forEachIndexed { i, number -> array[i] = number }
    return numbers.size
}
