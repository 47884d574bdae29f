import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chance, compareRuns } from '../../src/model/compare.ts';
import { Run } from '../../src/model/run.ts';
import { formatChance, welch } from '../../src/model/welch.ts';
import { component, runOf } from './run.ts';

/** The first by integrating the density of the t distribution numerically. */
const KNOWN: [Parameters<typeof welch>[0], Parameters<typeof welch>[1], number][] = [
  [{ mean: 10, stddev: 2, count: 10 }, { mean: 12, stddev: 3, count: 12 }, 0.0775464],
  [{ mean: 10, stddev: 1, count: 5 }, { mean: 10, stddev: 4, count: 9 }, 1],
];

test('the P value of a difference is that of Welch', () => {
  for (const [a, b, p] of KNOWN) assert.ok(Math.abs(welch(a, b)! - p) < 1e-6, `${welch(a, b)} is not ${p}`);
  assert.ok(welch({ mean: 10, stddev: 1, count: 1000 }, { mean: 11, stddev: 1, count: 1000 })! < 1e-6);
  assert.equal(welch({ mean: 10, stddev: 1, count: 1 }, { mean: 11, stddev: 1, count: 9 }), null);
  assert.deepEqual([0.00001, 0.0412, 0.25].map(formatChance), ['P <0.001', 'P 0.041', 'P 0.25']);
});

test('compared values are raw, so that each run may have its unit', () => {
  const of = (mean: number, unit: string, factor: number) => {
    const clock = { ...component('wall_clock', [100 * mean]), unit, factor, mean: [mean], stddev: [1] };
    return new Run(runOf([['main', -1, 100]], [clock]));
  };
  const comparison = compareRuns(of(10, 'usec', 1e3), of(20, 'sec', 1e9));
  assert.deepEqual(comparison.values(comparison.components[0], 'sum').map((values) => values[0]), [1000, 2000]);
  assert.ok(chance(comparison, comparison.components[0], 0)! < 0.001);
});
