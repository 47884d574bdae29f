import type { ComponentData, RunData, Values } from '../../src/contract.ts';

/** A component in nanoseconds with nothing but sums and exclusive values. */
export function component(id: string, sum: Values, self: Values | null = null): ComponentData {
  return {
    id, description: id, unit: 'sec', factor: 1e9, precision: 3, additive: true, timing: true, sum, self,
    min: null, max: null, mean: null, stddev: null, cost: null, percentiles: null, histograms: null,
  };
}

/** A run of regions `[label, parent, laps]` on one thread. */
export function runOf(regions: [label: string, parent: number, laps: number][], components: ComponentData[], further: Partial<RunData> = {}): RunData {
  const strings = [...new Set(regions.map(([label]) => label))];
  return {
    name: 'run', strings, threads: ['main'], components, timeline: null,
    nodes: {
      label: regions.map(([label]) => strings.indexOf(label)), parent: regions.map(([, parent]) => parent),
      laps: regions.map(([, , laps]) => laps), thread: regions.map(() => 0), concurrent: [],
    },
    ...further,
  };
}
