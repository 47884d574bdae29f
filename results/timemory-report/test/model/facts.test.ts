import assert from 'node:assert/strict';
import { test } from 'node:test';
import { busyText, furtherFacts, headlineOf, problemsOf } from '../../src/model/facts.ts';
import type { Report } from '../../src/model/report.ts';
import { Run } from '../../src/model/run.ts';
import { overheadsOf, profilerShares } from '../../src/model/warnings.ts';
import { countProfiler } from '../../src/model/profiler.ts';
import { component, runOf } from './run.ts';

const run = () => runOf([['main', -1, 1]], [component('wall_clock', [10])]);
const report = (metadata: [string, string][]): Report => ({ title: 'Server', metadata, runs: [new Run(run())], ert: null, live: null });

test('the headline says program, elapsed and processor time, threads and when', () => {
  const headline = headlineOf(report([['program', 'com.example.Server'], ['elapsed seconds', '4.9'], ['cpu seconds', '0.17'], ['threads', '8'], ['written at', '2026-11-30 10:20:30']]), 0);
  assert.deepEqual({ ...headline }, { program: 'com.example.Server', elapsed: 4.9e9, cpu: 0.17e9, threads: 8, processes: 1, when: '2026-11-30 10:20:30', where: null });
  assert.equal(busyText(headline), 'waiting most of the time');
  assert.equal(busyText({ ...headline, cpu: 9e9 }), '1.8 processors busy');
});

test('what is not known is left out, and threads are counted', () => {
  const headline = headlineOf(report([]), 0);
  assert.deepEqual([headline.program, headline.elapsed, headline.cpu, headline.threads], ['Server', null, null, 1]);
  assert.equal(busyText(headline), null);
});

test('the other facts are readable, and none is said twice', () => {
  const facts = furtherFacts(report([['threads', '8'], ['memory', '24684084 kB'], ['cpu frequency', '2596.138 MHz'], ['problem', 'lost'], ['cpu model', 'fast']]));
  assert.deepEqual(facts, [['memory', '24.7 GB'], ['cpu frequency', '2.60 GHz'], ['cpu model', 'fast']]);
});

test('the same problem is one, with a count', () => {
  assert.deepEqual(problemsOf(report([['problem', 'lost'], ['problem', 'other'], ['problem', 'lost']])), [['lost', 2], ['other', 1]]);
});

test('overhead is grouped by label, with its worst place', () => {
  const data = runOf([['main', -1, 1], ['add', 0, 9], ['other', 0, 1], ['add', 2, 9]], [component('wall_clock', [9, 4, 4, 2])]);
  data.components[0].cost = [0.01, 0.3, 0.05, 0.6];
  const { count, highest, groups } = overheadsOf(new Run(data), 0.1);
  assert.deepEqual([count, highest], [2, 0.6]);
  assert.deepEqual(groups.map(({ node, cost, places }) => [node, cost, places]), [[3, 0.6, 2]]);
});

test('samples of the profiler itself are overhead', () => {
  const data = countProfiler(runOf(
    [['main', -1, 1], ['~a.Solver.step', 0, 7], ['~libasyncProfiler.so.WallClock::signalHandler', 1, 3]],
    [component('cpu_samples', [10, 7, 3])],
  ));
  assert.deepEqual(data.components[0].cost, [0.3, 3 / 7, 1]);
  const [{ share, node }] = profilerShares(new Run(data), 0.02);
  assert.deepEqual([share, node], [0.3, 2]);
});
