import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDifference, formatMoment, formatTicks, formatValue } from '../../src/model/format.ts';

const TIME = { unit: 'sec', factor: 1e9 };
const MEMORY = { unit: 'MB', factor: 1e6 };
const COUNT = { unit: '', factor: 1 };

/** Those of ReadableValueTest of timemory-dsl: the page writes values as the console does. */
const SHOWN: [raw: number, scale: { unit: string; factor: number }, shown: string][] = [
  [70_500, TIME, '70.5 us'],
  [38_700_000, TIME, '38.7 ms'],
  [7_740_000_000, TIME, '7.74 s'],
  [999_700_000, TIME, '1.00 s'],
  [8.88, TIME, '8.88 ns'],
  [500e9, TIME, '500 s'],
  [1200e9, TIME, '20.0 min'],
  [0, TIME, '0'],
  [0.004, TIME, '0.00400 ns'],
  [1_200_000_000, MEMORY, '1.20 GB'],
  [24_684_084_000, MEMORY, '24.7 GB'],
  [512, MEMORY, '512 B'],
  [12_345, COUNT, '12,345'],
  [9_999_999, COUNT, '9,999,999'],
  [12_345_678, COUNT, '12.3 M'],
  [2.5, COUNT, '2.50'],
  [1e9, { unit: 'MB/s', factor: 1e6 }, '1.00 GB/s'],
  [12.5, { unit: '%', factor: 1 }, '12.5%'],
  [3e9, { unit: 'FLOP', factor: 1 }, '3.00 GFLOP'],
  [1234, { unit: 'processors', factor: 1 }, '1,234 processors'],
];

test('values are in the unit that suits them, with three significant digits', () => {
  for (const [raw, scale, shown] of SHOWN) assert.equal(formatValue(raw, scale), shown);
  assert.equal(formatValue(null, TIME), '');
});

test('a difference has a sign', () => {
  assert.equal(formatDifference(2_000_000, TIME), '+2.00 ms');
  assert.equal(formatDifference(-2_000_000, TIME), '−2.00 ms');
  assert.equal(formatDifference(0, TIME), '0');
});

test('ticks of an axis are in one unit and differ', () => {
  assert.deepEqual(formatTicks([0, 5e8, 1e9], TIME), ['0', '0.5 s', '1.0 s']);
  assert.deepEqual(formatTicks([3.0001e9, 3.0002e9], TIME), ['3.0001 s', '3.0002 s']);
  assert.equal(formatMoment(1_234_567_000), '1.234567 s');
});
