/** What a function that samples found is written in, or whose it is: as far as its name says that. */
export type FrameKind = 'java' | 'jvm' | 'c++' | 'native' | 'kernel' | 'profiler';

export const KIND_NAMES: Record<FrameKind, string> = {
  java: 'Java, Kotlin',
  jvm: 'JVM',
  'c++': 'C++',
  native: 'native library',
  kernel: 'kernel',
  profiler: 'profiler itself',
};

/** Functions of samplers, which run because a sample is taken. */
const PROFILER = /^libasyncProfiler\b|^timemory$|\bAsyncGetCallTrace\b/;
/** Kernel functions have neither a class nor a library, and names that begin like these. */
const KERNEL = /^_*(?:(?:x64_sys|sys|vfs|ksys|asm|futex|exc|irq|tcp|udp|sock|ext4|xfs|btrfs|rcu|hrtimer|perf_event)_\w+|(?:do_sys|do_futex|do_epoll|do_user_addr|do_idle|entry_SYSCALL|handle_mm|ret_from)\w*)$|^__schedule$|^\w+_\[k\]$/;
const LIBRARY = /^[\w+.-]*\.so(?:\.[\d.]+)?(?:$|\.)/;
const JVM_CLASSES = /^(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala)[./]/;

/** The kind of the function `label`, with or without the mark of sampled functions before it. */
export function kindOf(label: string): FrameKind {
  const name = label.startsWith('~') ? label.slice(1) : label;
  if (PROFILER.test(name)) return 'profiler';
  if (/ stub$|^(?:Interpreter|I2C\/C2I adapters)$/.test(name) || /^libj(?:vm|ava|image|li|net|nio)\b|^libjvm\.so/.test(name)) return 'jvm';
  if (name.includes('::')) return 'c++';
  if (LIBRARY.test(name)) return 'native';
  if (/^[\w$]+(?:_\[k\])?$/.test(name)) return KERNEL.test(name) ? 'kernel' : 'native';
  return 'java';
}

/** Whether a function is one of the JVM or of its own class libraries, not of the program. */
export function isOfJvm(label: string): boolean {
  const name = label.startsWith('~') ? label.slice(1) : label;
  return JVM_CLASSES.test(name) || kindOf(label) === 'jvm';
}
