import { format } from 'd3-format';

const count = format(',');
const share = format('.1%');
const change = format('+,.1%');
const tiny = format('.2e');

export interface Scale {
  factor: number;
  precision: number;
}

export const formatCount = (value: number | null) => (value === null ? '' : count(value));
export const formatShare = (value: number | null) => (value === null ? '' : share(value));
export const formatChange = (value: number | null) => (value === null ? '' : change(value));

/** A raw value in its display unit. A value that the precision would round to zero is written with an exponent instead. */
export function formatValue(raw: number | null, scale: Scale): string {
  return raw === null ? '' : formatScaled(raw / scale.factor, scale.precision);
}

/** A raw value with its unit, and its share of a total where there is one. */
export function formatOfAll(raw: number, component: Scale & { unit: string }, total: number | null): string {
  return `${formatValue(raw, component)} ${component.unit}${total ? `, ${formatShare(raw / total)} of all` : ''}`;
}

/** As `formatValue`, for a difference in the display unit: the sign always stands. */
export function formatDifference(value: number | null, precision: number): string {
  return value === null ? '' : formatScaled(value, precision, '+');
}

/** A value in its display unit. */
export function formatScaled(value: number, precision: number, sign: '' | '+' = ''): string {
  if (value !== 0 && Math.abs(value) < 0.5 * 10 ** -precision) return sign && value > 0 ? `+${tiny(value)}` : tiny(value);
  return format(`${sign},.${precision}f`)(value);
}

const UNITS: [limit: number, factor: number, unit: string][] = [
  [1e3, 1, 'ns'],
  [1e6, 1e3, 'µs'],
  [1e9, 1e6, 'ms'],
  [Infinity, 1e9, 's'],
];

/** Nanoseconds with the unit that leaves one to three digits before the point. */
export function formatDuration(ns: number): string {
  const [, factor, unit] = UNITS.find(([limit]) => Math.abs(ns) < limit)!;
  return `${format(',.4~r')(ns / factor)} ${unit}`;
}
