@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.concurrent.Volatile
import kotlin.experimental.ExperimentalNativeApi
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
 * Life cycle, settings, and the thread's current components.
 */

/** The argument of `timemory_set_default` before measuring started. */
@Volatile
private var defaultComponents: String? = null

/** Starts measuring unless it has started: because the program [asks][explicit] for it, or because something requires it. */
internal fun begin(arguments: Array<String>, settings: SettingsBuilder = SettingsBuilder(), explicit: Boolean = true) {
    if (Timemory.isInitialized) return
    initialize(settings, arguments, explicit)
    defaultComponents?.let(::applyDefault)
}

internal fun beginImplicitly(): Unit = orTell(Unit) { begin(emptyArray(), explicit = false) }

private fun applyDefault(components: String) {
    val settings = Timemory.settings
    if (settings.components.isNotEmpty() || settings.globalComponents.isNotEmpty()) return
    val types = componentsIn(components, instead = defaultBundle.types)
    Timemory.setDefaultComponents(types.joinToString(",") { it.id })
}

internal fun initLibrary(argc: Int, argv: NativePtr): Unit = orTell(Unit) { begin(textsAt(argc, argv)) }

/** Takes nine settings in the order of `timemory_settings`, -1 for those that are unchanged. */
internal fun initMarked(argc: Int, argv: NativePtr, settings: NativePtr): Unit = orTell(Unit) {
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
    } catch (failure: IllegalArgumentException) {
        Mistakes.tell(failure.message ?: "$name cannot be $value")
    }
}

internal fun isInitialized(): Int = if (Timemory.isInitialized) 1 else 0

internal fun finalizeLibrary(): Unit = orTell(Unit) {
    if (!keepAtEnd()) Timemory.finalize()
}

internal fun setEnabled(enabled: Int): Unit = orTell(Unit) {
    beginImplicitly()
    Timemory.isEnabled = enabled != 0
}

internal fun isEnabled(): Int = if (Timemory.isEnabled) 1 else 0

/** An environment variable has been set: if it is a setting and there is a session, applies it to the session. */
internal fun environmentChanged(variable: NativePtr, value: NativePtr) {
    val name = textAt(variable)
    if (!name.startsWith("TIMEMORY_") || !Timemory.isInitialized) return
    orTell(Unit) { changeSession(SettingsBuilder().apply { set(name, textAt(value)) }) }
}

internal fun setDefault(components: NativePtr): Unit = orTell(Unit) {
    val text = textAt(components)
    defaultComponents = text
    if (Timemory.isInitialized) applyDefault(text)
}

/** Like every function that needs the components from the settings. */
private inline fun begun(work: () -> Unit): Unit = orTell(Unit) {
    beginImplicitly()
    work()
}

internal fun addComponents(components: NativePtr): Unit = begun { Timemory.addComponents(idsNamedIn(textAt(components))) }

internal fun removeComponents(components: NativePtr): Unit = begun { Timemory.removeComponents(idsNamedIn(textAt(components))) }

internal fun pushComponents(components: NativePtr): Unit = begun {
    Timemory.pushComponents(*componentsIn(textAt(components)).toTypedArray())
}

internal fun pushComponentsEnum(count: Int, components: NativePtr): Unit =
    begun { Timemory.pushComponents(*componentsOf(numbersAt(count, components)).toTypedArray()) }

internal fun popComponents(): Unit = orTell(Unit) { Timemory.popComponents() }

internal fun componentsInForce(into: NativePtr, most: Int): Int = orTell(0) {
    beginImplicitly()
    fill(Timemory.components, into, most)
}

internal fun componentsNamedIn(components: NativePtr, into: NativePtr, most: Int): Int = orTell(0) {
    beginImplicitly()
    fill(componentsIn(textAt(components)), into, most)
}

private fun fill(types: List<ComponentType<*>>, into: NativePtr, most: Int): Int {
    val array = interpretCPointer<IntVar>(into) ?: return 0
    val numbers = numbersOf(types).take(most)
    numbers.forEachIndexed { i, number -> array[i] = number }
    return numbers.size
}
