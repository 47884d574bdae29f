/** Samples that a profiler took of its own work are overhead: the work is there only because samples are taken. */
import type { ComponentData, RunData, Values } from '../contract.ts';
import { kindOf } from './kind.ts';

/** What the ids of components of samples end in. */
const SAMPLES = '_samples';
const MARK = '~';

/** A run whose components of samples know which share of their values is the profiler's own work. */
export function countProfiler(run: RunData): RunData {
  const isProfiler = Uint8Array.from(run.strings, (text) => (text.startsWith(MARK) && kindOf(text) === 'profiler' ? 1 : 0));
  if (!isProfiler.includes(1)) return run;
  const components = run.components.map((component) => (component.id.endsWith(SAMPLES) && component.additive && !component.cost ? { ...component, cost: costsOf(run, component, isProfiler) } : component));
  return { ...run, components };
}

function costsOf({ nodes }: RunData, { sum }: ComponentData, isProfiler: Uint8Array): Values {
  const size = nodes.parent.length;
  const isConcurrent = new Uint8Array(size);
  for (const node of nodes.concurrent ?? []) isConcurrent[node] = 1;
  const own = new Float64Array(size);
  for (let node = size - 1; node >= 0; node--) {
    if (isProfiler[nodes.label[node]] && sum[node] !== null) own[node] = sum[node]!;
    const above = nodes.parent[node];
    if (above >= 0 && !isConcurrent[node]) own[above] += own[node];
  }
  return sum.map((value, node) => (value === null || value <= 0 ? null : Math.min(1, own[node] / value)));
}
