import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOfJvm, kindOf, type FrameKind } from '../../src/model/kind.ts';

const KINDS: [label: string, kind: FrameKind][] = [
  ['~com.example.Shop.order', 'java'],
  ['~java.util.HashMap.put', 'java'],
  ['~libjvm.so.JavaThread::run', 'jvm'],
  ['~libjava.so.Java_java_io_FileInputStream_readBytes', 'jvm'],
  ['~counter_overflow Runtime1 stub', 'jvm'],
  ['~std::vector<int>::push_back', 'c++'],
  ['~libc.so.6.__read', 'native'],
  ['~main', 'native'],
  ['~do_syscall_64', 'kernel'],
  ['~futex_wait_[k]', 'kernel'],
  ['~libasyncProfiler.so.WallClock::signalHandler', 'profiler'],
  ['~timemory', 'profiler'],
];

test('the name of a function says what it is written in', () => {
  for (const [label, kind] of KINDS) assert.equal(kindOf(label), kind, label);
});

test('the JVM and its class libraries are told from the program', () => {
  assert.deepEqual(['~java.util.HashMap.put', '~libjvm.so.JavaThread::run', '~kotlin.Lazy.get'].map(isOfJvm), [true, true, true]);
  assert.deepEqual(['~com.example.Shop.order', '~libc.so.6.__read', '~javax2.Thing.run'].map(isOfJvm), [false, false, false]);
});
