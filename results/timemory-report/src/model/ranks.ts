import type { ComponentData } from '../contract.ts';
import type { Run } from './run.ts';

/** Components of which is known how processes, or tasks, differ. */
export const spreadComponents = (run: Run): ComponentData[] => run.data.components.filter(({ ranks }) => ranks);

/** The regions of a component where it matters most that processes differ: by what all lose, or by imbalance where values do not add up. */
export function mostUneven({ ranks, additive }: ComponentData, limit: number): number[] {
  const weight = additive ? ranks!.lost : ranks!.imbalance;
  const nodes = [...weight.keys()].filter((node) => (weight[node] ?? 0) > 0);
  return nodes.sort((a, b) => weight[b]! - weight[a]! || a - b).slice(0, limit);
}
