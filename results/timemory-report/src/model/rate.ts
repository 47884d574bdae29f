import { format } from 'd3-format';

const withPrefix = format('.3~s');

/** A number in a second with the prefix that leaves one to three digits before the point: 12.3 GFLOP/s. */
export function formatRate(value: number, unit: string): string {
  const text = withPrefix(value);
  const prefix = /[a-zA-Zµ]$/.exec(text)?.[0] ?? '';
  return `${prefix ? text.slice(0, -1) : text} ${prefix}${unit}`.trim();
}
