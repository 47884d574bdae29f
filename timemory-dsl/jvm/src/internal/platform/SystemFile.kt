package timemory.internal.platform

import java.lang.ref.WeakReference

internal actual class SystemFile actual constructor(path: String, perThread: Boolean) {
    private val file = ProcFile(path, perThread)

    actual fun read(into: ByteArray): Int = file.read(into)
}

/**
 * Held weakly, because a thread that outlives the program with this library would otherwise keep all of it in memory. A collected buffer is
 * created again.
 */
private val texts = ThreadLocal<WeakReference<FileText>?>()

/** Virtual threads, of which there may be millions, do not keep one. */
internal actual fun threadFileText(): FileText {
    if (VirtualThreads.isCurrent()) return FileText()
    return texts.get()?.get() ?: FileText().also { texts.set(WeakReference(it)) }
}

/** The current content of [file], in the calling thread's buffer. */
internal fun text(file: SystemFile): FileText = threadFileText().fill(file)
