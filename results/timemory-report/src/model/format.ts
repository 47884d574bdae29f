/**
 * Values as readers see them: each in the unit that suits it and with three significant digits, `70.5 us` and `1.20 GB`, as
 * `ReadableValue.kt` of timemory-dsl writes them on the console.
 */
import { format } from 'd3-format';

const count = format(',');
const share = format('.1%');
const change = format('+,.1%');

/** How a number is to be shown: `raw / factor` is its value in `unit`. */
export interface Scale {
  unit: string;
  factor: number;
}

interface Unit {
  symbol: string;
  size: number;
  /** The smallest value that is shown in it. */
  from: number;
}

const unit = (symbol: string, size: number, from = size): Unit => ({ symbol, size, from });

const TIMES = [unit('ns', 1), unit('us', 1e3), unit('ms', 1e6), unit('s', 1e9), unit('min', 60e9, 600e9), unit('h', 3600e9, 36_000e9)];
const MEMORY = [unit('B', 1), unit('kB', 1e3), unit('MB', 1e6), unit('GB', 1e9), unit('TB', 1e12)];
const ENERGY = [unit('uJ', 1), unit('mJ', 1e3), unit('J', 1e6), unit('kJ', 1e9)];
const COUNTS = [unit('', 1), unit('M', 1e6, 1e7), unit('G', 1e9), unit('T', 1e12)];
const prefixed = (symbol: string) => ['', 'k', 'M', 'G', 'T', 'P'].map((prefix, i) => unit(prefix + symbol, 1000 ** i));

/** The units in which values come, how many raw units each holds, and those in which they are shown. */
const KNOWN: Record<string, [size: number, shown: Unit[]]> = {
  nsec: [1, TIMES], usec: [1e3, TIMES], msec: [1e6, TIMES], sec: [1e9, TIMES], min: [60e9, TIMES], hr: [3600e9, TIMES],
  B: [1, MEMORY], KB: [1e3, MEMORY], MB: [1e6, MEMORY], GB: [1e9, MEMORY], TB: [1e12, MEMORY],
  uJ: [1, ENERGY], mJ: [1e3, ENERGY], J: [1e6, ENERGY], kJ: [1e9, ENERGY],
  '': [1, COUNTS], count: [1, COUNTS],
  FLOP: [1, prefixed('FLOP')], Hz: [1, prefixed('Hz')], W: [1, prefixed('W')],
};

const NANOSECONDS: Scale = { unit: 'nsec', factor: 1 };

const MAX_PLAIN = 1e9;
const MIN_PLAIN = 1e-4;

export const formatCount = (value: number | null) => (value === null ? '' : count(value));
export const formatShare = (value: number | null) => (value === null ? '' : share(value));
export const formatChange = (value: number | null) => (value === null ? '' : change(value));

/** A raw value with its unit; empty if there is none. A value other than zero never looks like zero. */
export function formatValue(raw: number | null, scale: Scale): string {
  if (raw === null) return '';
  if (raw === 0) return '0';
  const { units, suffix } = unitsOf(scale);
  const isCount = units === COUNTS;
  // Rounded first, because rounding can carry over into the next unit: 999.7 ms is 1.00 s.
  const { size, symbol } = suiting(units, isCount && Math.abs(raw) < COUNTS[1].from ? Math.abs(raw) : rounded(raw));
  const value = raw / size;
  const number = isCount && size === 1 && Number.isInteger(value) ? count(value) : threeDigits(value);
  return withUnit(number, symbol + suffix);
}

/** A difference of raw values: the sign is always shown. */
export function formatDifference(raw: number | null, scale: Scale): string {
  return raw !== null && raw > 0 ? `+${formatValue(raw, scale)}` : formatValue(raw, scale);
}

/** A raw value, and its share of a total if there is one. */
export function formatOfAll(raw: number, scale: Scale, total: number | null): string {
  return `${formatValue(raw, scale)}${total ? `, ${formatShare(raw / total)} of all` : ''}`;
}

/** Nanoseconds. */
export const formatDuration = (nanoseconds: number) => formatValue(nanoseconds, NANOSECONDS);

/** Nanoseconds since a start, with more digits than a duration: neighbouring moments should look different. */
export function formatMoment(nanoseconds: number): string {
  if (nanoseconds === 0) return '0';
  const { size, symbol } = suiting(TIMES, Math.abs(nanoseconds));
  return `${format(',.7~r')(nanoseconds / size)} ${symbol}`;
}

/** Ticks of one axis: all in the unit of the largest, with as many digits as their distance needs. */
export function formatTicks(ticks: readonly number[], scale: Scale = NANOSECONDS): string[] {
  const largest = ticks.reduce((most, tick) => Math.max(most, Math.abs(tick)), 0);
  const step = ticks.length > 1 ? Math.abs(ticks[1] - ticks[0]) : largest;
  const { units, suffix } = unitsOf(scale);
  const { size, symbol } = suiting(units, largest);
  const digits = step > 0 ? Math.min(20, Math.max(0, Math.ceil(-Math.log10(step / size) - 1e-9))) : 0;
  const number = format(`,.${digits}f`);
  return ticks.map((tick) => (tick === 0 ? '0' : withUnit(number(tick / size), symbol + suffix)));
}

/** A number without a unit in three significant digits. */
export function threeDigits(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size >= MAX_PLAIN || size < MIN_PLAIN) return value.toExponential(1);
  return format(`,.${Math.max(0, 2 - Math.floor(Math.log10(rounded(size))))}f`)(value);
}

const rounded = (value: number) => Number(Math.abs(value).toPrecision(3));

const withUnit = (number: string, symbol: string) => (symbol === '' ? number : symbol === '%' ? `${number}%` : `${number} ${symbol}`);

const suiting = (units: Unit[], size: number): Unit => units.findLast(({ from }) => size >= from) ?? units[0];

function unitsOf({ unit: name, factor }: Scale): { units: Unit[]; suffix: string } {
  const slash = name.indexOf('/');
  const base = slash < 0 ? name : name.slice(0, slash);
  const known = Object.hasOwn(KNOWN, base) ? KNOWN[base] : undefined;
  if (known && known[0] === factor) return { units: known[1], suffix: slash < 0 ? '' : name.slice(slash) };
  return { units: [unit(name, factor, 0)], suffix: '' };
}
