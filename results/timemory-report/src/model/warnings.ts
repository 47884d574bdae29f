import type { ComponentData, Values } from '../contract.ts';
import type { Run } from './run.ts';
import { kindOf } from './kind.ts';

/** Places of one label whose value of a component is mostly overhead, or much of it. */
export interface OverheadWarning {
  component: ComponentData;
  label: number;
  /** The place where the share is highest. */
  node: number;
  cost: number;
  places: number;
}

export interface Overheads {
  /** How many values there are of which more than the limit is overhead. */
  count: number;
  highest: number;
  /** By label and component, those with the highest share first. */
  groups: OverheadWarning[];
}

/** Where more than `limit` of a value is overhead. What a profiler did is not among it: see `profilerShare`. */
export function overheadsOf(run: Run, limit: number): Overheads {
  const { label } = run.data.nodes;
  const found: Overheads = { count: 0, highest: 0, groups: [] };
  for (const component of run.data.components) {
    if (!component.cost || component.id.endsWith('_samples')) continue;
    const byLabel = new Map<number, OverheadWarning>();
    component.cost.forEach((cost, node) => {
      if (cost === null || cost <= limit) return;
      found.count++;
      if (cost > found.highest) found.highest = cost;
      const group = byLabel.get(label[node]);
      if (!group) byLabel.set(label[node], { component, label: label[node], node, cost, places: 1 });
      else {
        group.places++;
        if (cost > group.cost) Object.assign(group, { node, cost });
      }
    });
    found.groups.push(...byLabel.values());
  }
  found.groups.sort((a, b) => b.cost - a.cost || a.node - b.node);
  return found;
}

export interface ProfilerShare {
  component: ComponentData;
  share: number;
  /** The function of the profiler that took most. */
  node: number;
}

/** Components of samples of which more than `limit` is the profiler's own work. */
export function profilerShares(run: Run, limit: number): ProfilerShare[] {
  return run.data.components.filter(({ id, cost }) => cost && id.endsWith('_samples')).flatMap((component) => {
    const total = run.total(component);
    const { nodes } = run.data;
    let own = 0;
    let node = -1;
    const isWithin = new Uint8Array(nodes.parent.length);
    const sum: Values = component.sum;
    for (let at = 0; at < isWithin.length; at++) {
      const above = nodes.parent[at];
      const isInside = above >= 0 && isWithin[above] === 1;
      const isOwn = run.isFunction(at) && kindOf(run.label(at)) === 'profiler';
      isWithin[at] = isInside || isOwn ? 1 : 0;
      if (isInside || !isOwn || sum[at] === null) continue;
      own += sum[at]!;
      if (node < 0 || sum[at]! > sum[node]!) node = at;
    }
    const share = total ? own / total : 0;
    return share > limit ? [{ component, share, node }] : [];
  });
}
