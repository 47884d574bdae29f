package timemory

import timemory.internal.source.InputOutput

/*
 * Bytes read and written. The kernel adds a child's totals, including those of its own children, to the process's totals when the process
 * has waited for it. A thread's totals are its own only.
 */

/**
 * Bytes that the process and the children it has waited for read by system calls, from storage, memory, terminals or pipes; and bytes per
 * second.
 *
 * Source: `rchar` of `/proc/self/io`, and [WallClock].
 */
@DescribedBy(ReadChar.TYPE::class)
public class ReadChar : RateComponent(SystemComponent(InputOutput.PROCESS, InputOutput.READ_CHARS)) {
    /** The type of [ReadChar]. */
    public companion object TYPE : RateType<ReadChar>(
        "read_char",
        "Number of bytes which this task has caused to be read from storage, from page cache or not, and their rate",
        Quantity.MEMORY,
        InputOutput.PROCESS,
        InputOutput.READ_CHARS,
        MadeByItsType,
    ) {
        override fun create(): ReadChar = ReadChar()

        override val category: String get() = Category.INPUT_OUTPUT
    }
}

/**
 * Bytes fetched from storage for the process and the children it has waited for; and bytes per second.
 *
 * Source: `read_bytes` of `/proc/self/io`, and [WallClock].
 */
@DescribedBy(ReadBytes.TYPE::class)
public class ReadBytes : RateComponent(SystemComponent(InputOutput.PROCESS, InputOutput.READ_BYTES)) {
    /** The type of [ReadBytes]. */
    public companion object TYPE : RateType<ReadBytes>(
        "read_bytes",
        "Number of bytes which this process really did cause to be fetched from the storage layer, and their rate",
        Quantity.MEMORY,
        InputOutput.PROCESS,
        InputOutput.READ_BYTES,
        MadeByItsType,
    ) {
        override fun create(): ReadBytes = ReadBytes()

        override val category: String get() = Category.INPUT_OUTPUT
    }
}

/**
 * Bytes that the process and the children it has waited for wrote by system calls, to any destination; and bytes per second.
 *
 * Source: `wchar` of `/proc/self/io`, and [WallClock].
 */
@DescribedBy(WrittenChar.TYPE::class)
public class WrittenChar : RateComponent(SystemComponent(InputOutput.PROCESS, InputOutput.WRITTEN_CHARS)) {
    /** The type of [WrittenChar]. */
    public companion object TYPE : RateType<WrittenChar>(
        "written_char",
        "Number of bytes which this task has caused, or shall cause to be written to disk, and their rate",
        Quantity.MEMORY,
        InputOutput.PROCESS,
        InputOutput.WRITTEN_CHARS,
        MadeByItsType,
    ) {
        override fun create(): WrittenChar = WrittenChar()

        override val category: String get() = Category.INPUT_OUTPUT
    }
}

/**
 * Bytes that the process and the children it has waited for caused to be sent to storage, counted when memory pages become dirty;
 * and bytes per second.
 *
 * Source: `write_bytes` of `/proc/self/io`, and [WallClock].
 */
@DescribedBy(WrittenBytes.TYPE::class)
public class WrittenBytes : RateComponent(SystemComponent(InputOutput.PROCESS, InputOutput.WRITTEN_BYTES)) {
    /** The type of [WrittenBytes]. */
    public companion object TYPE : RateType<WrittenBytes>(
        "written_bytes",
        "Number of bytes which this process caused to be sent to the storage layer, and their rate",
        Quantity.MEMORY,
        InputOutput.PROCESS,
        InputOutput.WRITTEN_BYTES,
        MadeByItsType,
    ) {
        override fun create(): WrittenBytes = WrittenBytes()

        override val category: String get() = Category.INPUT_OUTPUT
    }
}

/**
 * Bytes that the calling thread read by system calls, from storage, memory, terminals or pipes; and bytes per second.
 *
 * Source: `rchar` of `/proc/thread-self/io`, and [WallClock].
 */
@DescribedBy(ThreadReadChar.TYPE::class)
public class ThreadReadChar : RateComponent(SystemComponent(InputOutput.THREAD, InputOutput.READ_CHARS)) {
    /** The type of [ThreadReadChar]. */
    public companion object TYPE : RateType<ThreadReadChar>(
        "thread_read_char",
        "Number of bytes which the calling thread has caused to be read from storage, from page cache or not, and their rate",
        Quantity.MEMORY,
        InputOutput.THREAD,
        InputOutput.READ_CHARS,
        MadeByItsType,
    ) {
        override fun create(): ThreadReadChar = ThreadReadChar()

        override val category: String get() = Category.INPUT_OUTPUT
    }
}

/**
 * Bytes fetched from storage for the calling thread; and bytes per second.
 *
 * Source: `read_bytes` of `/proc/thread-self/io`, and [WallClock].
 */
@DescribedBy(ThreadReadBytes.TYPE::class)
public class ThreadReadBytes : RateComponent(SystemComponent(InputOutput.THREAD, InputOutput.READ_BYTES)) {
    /** The type of [ThreadReadBytes]. */
    public companion object TYPE : RateType<ThreadReadBytes>(
        "thread_read_bytes",
        "Number of bytes which the calling thread really did cause to be fetched from the storage layer, and their rate",
        Quantity.MEMORY,
        InputOutput.THREAD,
        InputOutput.READ_BYTES,
        MadeByItsType,
    ) {
        override fun create(): ThreadReadBytes = ThreadReadBytes()

        override val category: String get() = Category.INPUT_OUTPUT
    }
}

/**
 * Bytes that the calling thread wrote by system calls, to any destination; and bytes per second.
 *
 * Source: `wchar` of `/proc/thread-self/io`, and [WallClock].
 */
@DescribedBy(ThreadWrittenChar.TYPE::class)
public class ThreadWrittenChar : RateComponent(SystemComponent(InputOutput.THREAD, InputOutput.WRITTEN_CHARS)) {
    /** The type of [ThreadWrittenChar]. */
    public companion object TYPE : RateType<ThreadWrittenChar>(
        "thread_written_char",
        "Number of bytes which the calling thread has caused, or shall cause to be written to disk, and their rate",
        Quantity.MEMORY,
        InputOutput.THREAD,
        InputOutput.WRITTEN_CHARS,
        MadeByItsType,
    ) {
        override fun create(): ThreadWrittenChar = ThreadWrittenChar()

        override val category: String get() = Category.INPUT_OUTPUT
    }
}

/**
 * Bytes that the calling thread caused to be sent to storage, counted when memory pages become dirty; and bytes per second.
 *
 * Source: `write_bytes` of `/proc/thread-self/io`, and [WallClock].
 */
@DescribedBy(ThreadWrittenBytes.TYPE::class)
public class ThreadWrittenBytes : RateComponent(SystemComponent(InputOutput.THREAD, InputOutput.WRITTEN_BYTES)) {
    /** The type of [ThreadWrittenBytes]. */
    public companion object TYPE : RateType<ThreadWrittenBytes>(
        "thread_written_bytes",
        "Number of bytes which the calling thread caused to be sent to the storage layer, and their rate",
        Quantity.MEMORY,
        InputOutput.THREAD,
        InputOutput.WRITTEN_BYTES,
        MadeByItsType,
    ) {
        override fun create(): ThreadWrittenBytes = ThreadWrittenBytes()

        override val category: String get() = Category.INPUT_OUTPUT
    }
}
