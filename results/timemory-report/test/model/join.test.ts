import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimelineData } from '../../src/contract.ts';
import { joinSiblings } from '../../src/model/join.ts';
import { component, runOf } from './run.ts';

const timeline: TimelineData = { tracks: [], track: [], label: [], start: [], duration: [] };

/** main > step(10) > read(1); step(20) > read(2); step(30): a place for each lap. */
const laps = () => runOf(
  [['main', -1, 1], ['step', 0, 1], ['read', 1, 1], ['step', 0, 1], ['read', 3, 1], ['step', 0, 1]],
  [component('wall_clock', [70, 10, 1, 20, 2, 30], [10, 9, 1, 18, 2, 30])],
  { timeline },
);

test('siblings with the same label become one if each lap has a place', () => {
  const { nodes, strings, components: [clock] } = joinSiblings(laps());
  assert.deepEqual(nodes.label.map((label) => strings[label]), ['main', 'step', 'read']);
  assert.deepEqual(nodes.parent, [-1, 0, 1]);
  assert.deepEqual(nodes.laps, [1, 3, 2]);
  assert.deepEqual(clock.sum, [70, 60, 3]);
  assert.deepEqual(clock.self, [10, 57, 3]);
  assert.deepEqual(clock.mean, [null, 20, 1.5]);
  assert.deepEqual(clock.min, [null, 10, 1]);
  assert.deepEqual(clock.max, [null, 30, 2]);
  assert.equal(clock.stddev![1], 10);
  assert.deepEqual([clock.percentiles!.p50[1], clock.percentiles!.p99[1]], [20, 30]);
});

test('without a timeline, places stay as they are', () => {
  const run = { ...laps(), timeline: null };
  assert.equal(joinSiblings(run), run);
});

test('what ran concurrently does not become one with what did not', () => {
  const run = laps();
  run.nodes.concurrent = [3];
  const { nodes } = joinSiblings(run);
  assert.deepEqual(nodes.laps, [1, 2, 1, 1, 1]);
  assert.deepEqual(nodes.concurrent, [3]);
});
