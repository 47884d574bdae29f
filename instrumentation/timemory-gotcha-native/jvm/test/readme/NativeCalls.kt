package readme.nativecalls

import timemory.WallClock
import timemory.measure
import timemory.nativecalls.NativeCallTuple
import timemory.nativecalls.NativeCallTupleType

private fun unpack() {}

// ---- what the docs show

class Unpacking : NativeCallTuple("libz.so.1:inflate", "libz.so.1:inflate/time", "read", "read/result") {
    companion object TYPE : NativeCallTupleType<Unpacking>("unpacking", "What unpacking calls", ::Unpacking)
}

internal fun unpackMeasured() {
    measure<WallClock, Unpacking>("unpack") { unpack() }
}
