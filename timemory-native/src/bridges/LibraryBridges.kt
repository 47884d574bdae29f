@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to Library.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_begin_session")
public fun tmBeginSession(): Unit = beginImplicitly()

@ExportedBridge("tm_init")
public fun tmInit(argc: Int, argv: NativePtr): Unit = initLibrary(argc, argv)

@ExportedBridge("tm_init_marked")
public fun tmInitMarked(argc: Int, argv: NativePtr, settings: NativePtr): Unit = initMarked(argc, argv, settings)

@ExportedBridge("tm_is_initialized")
public fun tmIsInitialized(): Int = isInitialized()

@ExportedBridge("tm_finalize")
public fun tmFinalize(): Unit = finalizeLibrary()

@ExportedBridge("tm_set_enabled")
public fun tmSetEnabled(enabled: Int): Unit = setEnabled(enabled)

@ExportedBridge("tm_is_enabled")
public fun tmIsEnabled(): Int = isEnabled()

@ExportedBridge("tm_environment_changed")
public fun tmEnvironmentChanged(variable: NativePtr, value: NativePtr): Unit = environmentChanged(variable, value)

@ExportedBridge("tm_set_default")
public fun tmSetDefault(components: NativePtr): Unit = setDefault(components)

@ExportedBridge("tm_add_components")
public fun tmAddComponents(components: NativePtr): Unit = addComponents(components)

@ExportedBridge("tm_remove_components")
public fun tmRemoveComponents(components: NativePtr): Unit = removeComponents(components)

@ExportedBridge("tm_push_components")
public fun tmPushComponents(components: NativePtr): Unit = pushComponents(components)

@ExportedBridge("tm_push_components_enum")
public fun tmPushComponentsEnum(count: Int, components: NativePtr): Unit = pushComponentsEnum(count, components)

@ExportedBridge("tm_pop_components")
public fun tmPopComponents(): Unit = popComponents()

@ExportedBridge("tm_components")
public fun tmComponents(into: NativePtr, most: Int): Int = componentsInForce(into, most)

@ExportedBridge("tm_components_in")
public fun tmComponentsIn(components: NativePtr, into: NativePtr, most: Int): Int = componentsNamedIn(components, into, most)
