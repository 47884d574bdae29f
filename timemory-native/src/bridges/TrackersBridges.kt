@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to Trackers.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_tracker")
public fun tmTracker(id: NativePtr, description: NativePtr, unit: NativePtr, kind: Int, error: NativePtr): Int =
    tracker(id, description, unit, kind, error)

@ExportedBridge("tm_tracker_named")
public fun tmTrackerNamed(id: NativePtr, error: NativePtr): Int = trackerNamed(id, error)

@ExportedBridge("tm_tracker_change")
public fun tmTrackerChange(tracker: Int, change: Int, key: NativePtr, value: Double, error: NativePtr): Int =
    trackerChange(tracker, change, key, value, error)

@ExportedBridge("tm_tracker_change_integer")
public fun tmTrackerChangeInteger(tracker: Int, change: Int, key: NativePtr, value: Long, error: NativePtr): Int =
    trackerChangeInteger(tracker, change, key, value, error)

@ExportedBridge("tm_tracker_value")
public fun tmTrackerValue(tracker: Int, which: Int, key: NativePtr, into: NativePtr, error: NativePtr): Int =
    trackerValue(tracker, which, key, into, error)

@ExportedBridge("tm_tracker_value_integer")
public fun tmTrackerValueInteger(tracker: Int, which: Int, key: NativePtr, into: NativePtr, error: NativePtr): Int =
    trackerValueInteger(tracker, which, key, into, error)

@ExportedBridge("tm_tracker_track")
public fun tmTrackerTrack(tracker: Int, name: Int, text: NativePtr, value: Double, error: NativePtr): Int =
    trackerTrack(tracker, name, text, value, error)

@ExportedBridge("tm_tracker_track_integer")
public fun tmTrackerTrackInteger(tracker: Int, name: Int, text: NativePtr, value: Long, error: NativePtr): Int =
    trackerTrackInteger(tracker, name, text, value, error)
