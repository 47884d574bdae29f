import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimelineData } from '../../src/contract.ts';
import { layoutTimeline, shownTracks, sumsOf, suspensions, threadsOf, trackTitle } from '../../src/model/timeline.ts';

const data: TimelineData = {
  tracks: [{ name: 'thread 2', kind: 'thread' }, { name: 'coroutines 1', kind: 'coroutine' }, { name: 'main', kind: 'thread' }],
  track: [0, 0, 1, 2], label: [0, 1, 1, 0], start: [0, 10, 5, 100], duration: [50, 10, 30, 10],
};
const layout = layoutTimeline(data);

test('the sums of an area have the parts of events within it', () => {
  assert.deepEqual(sumsOf(data, layout, { from: 15, to: 40, tracks: [0, 1] }), [{ label: 0, count: 1, duration: 25 }, { label: 1, count: 2, duration: 25 }]);
  assert.deepEqual(sumsOf(data, layout, { from: 60, to: 90, tracks: [0, 1, 2] }), []);
});

test('pinned tracks come first, and a filter leaves them', () => {
  assert.deepEqual(shownTracks(layout, new Set([2]), ''), [2, 0, 1]);
  assert.deepEqual(shownTracks(layout, new Set([2]), 'CORO'), [2, 1]);
});

test('a title does not say thread twice', () => {
  assert.deepEqual(data.tracks.map(trackTitle), ['thread 2', 'coroutines 1', 'main (thread)']);
});

test('slices of a coroutine say when it was suspended, and where it ran', () => {
  const slices = { event: [2, 2, 2], start: [5, 15, 30], duration: [5, 5, 2], thread: [1, 0, 1] };
  const withSlices = { ...data, slices };
  const placed = layoutTimeline(withSlices);
  assert.deepEqual(suspensions(withSlices, placed, 2), [[10, 15], [20, 30], [32, 35]]);
  assert.deepEqual(threadsOf(withSlices, placed, 2), [1, 0]);
  assert.equal(suspensions(withSlices, placed, 0), null);
});
