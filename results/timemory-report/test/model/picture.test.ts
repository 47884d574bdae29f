import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutIcicle } from '../../src/model/icicle.ts';
import { AS_RECORDED, pictureOf, type Picture, type Shape } from '../../src/model/picture.ts';
import { Run } from '../../src/model/run.ts';
import { component, runOf } from './run.ts';

/** main(10): parse(4) > ~java.util.List.add(3) > ~a.b(1); solve(5) > ~a.b(2). */
const data = runOf(
  [['main', -1, 1], ['parse', 0, 1], ['~java.util.List.add', 1, 3], ['~a.b', 2, 1], ['solve', 0, 1], ['~a.b', 4, 2]],
  [component('cpu_samples', [10, 4, 3, 1, 5, 2], [1, 1, 2, 1, 3, 2])],
  { threads: ['main', 'other'] },
);
data.nodes.thread = [[0, 1], 0, 0, 0, 1, 1];
const run = new Run(data);

const shaped = (shape: Partial<Shape>) => pictureOf(run, data.components[0], { ...AS_RECORDED, ...shape });

/** Frames as paths with their values. */
function paths({ tree, label, values }: Picture): Record<string, number> {
  const name = (frame: number) => tree.path(frame).map((one) => data.strings[label[one]]).join(' ');
  return Object.fromEntries(Array.from({ length: tree.size }, (_, frame) => [name(frame), values[frame]!]));
}

test('a merged function has no frame, and what it called is below its caller', () => {
  assert.deepEqual(paths(shaped({ merged: ['parse'] })), { main: 10, 'main ~java.util.List.add': 3, 'main ~java.util.List.add ~a.b': 1, 'main solve': 5, 'main solve ~a.b': 2 });
});

test('functions of the JVM are hidden as if merged', () => {
  const { 'main parse ~a.b': value, ...others } = paths(shaped({ withoutJvm: true }));
  assert.equal(value, 1);
  assert.ok(!Object.keys(others).some((path) => path.includes('java.util')));
});

test('a collapsed function has nothing below it', () => {
  assert.deepEqual(paths(shaped({ collapsed: ['parse'] })), { main: 10, 'main parse': 4, 'main solve': 5, 'main solve ~a.b': 2 });
});

test('in focus are the stacks with a function, from it on', () => {
  assert.deepEqual(paths(shaped({ focused: '~a.b' })), { '~a.b': 3 });
});

test('of a thread are the places that ran on it', () => {
  assert.deepEqual(Object.keys(paths(shaped({ thread: 'other' }))), ['main', 'main solve', 'main solve ~a.b']);
});

test('inverted, functions are by what they took themselves, and callers below', () => {
  const inverted = paths(shaped({ inverted: true }));
  assert.equal(inverted['~a.b'], 3);
  assert.equal(inverted['~a.b solve main'], 2);
  assert.equal(inverted['~a.b ~java.util.List.add parse main'], 1);
  assert.equal(inverted.main, 1);
});

test('a place leads to its frame and back', () => {
  const picture = shaped({ focused: '~a.b' });
  assert.equal(picture.frameOf(5), 0);
  assert.equal(picture.frameOf(1), -1);
  assert.equal(picture.place[0], 5, 'the place with the highest value');
});

test('what ran concurrently is below its launcher, which is wider by it', () => {
  // main(10) launched two workers of 8 each: 26 of work in all, of which main itself is 10.
  const concurrent = new Run(runOf([['main', -1, 1], ['worker', 0, 2], ['inner', 1, 2]], [component('wall_clock', [10, 16, 4])]));
  concurrent.data.nodes.concurrent = [1];
  const layout = layoutIcicle(concurrent.tree, concurrent.data.components[0].sum, { isConcurrent: (node) => node === 1 });
  const width = (node: number) => Math.round((layout.x1[node + 1] - layout.x0[node + 1]) * layout.whole);
  assert.deepEqual([layout.whole, width(0), width(1), width(2)], [26, 26, 16, 4]);
});
