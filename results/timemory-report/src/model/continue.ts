import type { ComponentData, NodesData, RanksData, RunData, Values } from '../contract.ts';
import type { Report } from './report.ts';
import { Run } from './run.ts';

/**
 * What a process sent later, in place of what it sent before. Regions keep the numbers that they had, so that whoever looks at one goes on
 * looking at that one: which are open, selected or zoomed is known by number. New ones come after them, and those that are no longer there
 * stay, without a value.
 */
export function continued(before: Report, now: Report): Report {
  if (!before.live || before.live.session !== now.live?.session || before.runs.length !== now.runs.length) return now;
  return { ...now, runs: now.runs.map((run, i) => new Run(renumbered(before.runs[i].data, run.data))) };
}

/** `now` with the numbers of `before`. */
export function renumbered(before: RunData, now: RunData): RunData {
  const known = new Map<string, number>();
  keysOf(before, (node) => node).forEach((key, node) => known.set(key, node));
  let size = before.nodes.parent.length;
  const numbers = new Int32Array(now.nodes.parent.length);
  keysOf(now, (node) => numbers[node], (key, node) => {
    numbers[node] = known.get(key) ?? size++;
  });
  const isAsBefore = size === numbers.length && numbers.every((number, node) => number === node);
  return isAsBefore ? now : moved(before, now, numbers, size);
}

/**
 * By what a region is known from one moment to the next: the one that it hangs below, by the number that `numberOf` gives it, its label,
 * and how many of that label are there before it. `use` hears of each before any below it is looked at.
 */
function keysOf({ strings, nodes }: RunData, numberOf: (node: number) => number, use: (key: string, node: number) => void = () => {}): string[] {
  const concurrent = new Set(nodes.concurrent);
  const counts = new Map<string, number>();
  return nodes.parent.map((above, node) => {
    const name = `${above < 0 ? -1 : numberOf(above)} ${concurrent.has(node)} ${strings[nodes.label[node]]}`;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const key = `${count} ${name}`;
    use(key, node);
    return key;
  });
}

function moved(before: RunData, now: RunData, numbers: Int32Array, size: number): RunData {
  const isThere = new Uint8Array(size);
  for (const number of numbers) isThere[number] = 1;
  const strings = now.strings.slice();
  const indices = new Map(strings.map((text, index) => [text, index]));
  const indexOf = (text: string) => {
    const index = indices.get(text) ?? strings.push(text) - 1;
    indices.set(text, index);
    return index;
  };
  const place = <T>(values: T[], missing: (node: number) => T): T[] => {
    const placed = new Array<T>(size);
    values.forEach((value, node) => { placed[numbers[node]] = value; });
    for (let node = 0; node < size; node++) if (!isThere[node]) placed[node] = missing(node);
    return placed;
  };
  const values = (all: Values) => place(all, () => null);
  const { nodes } = now;
  const concurrent = (before.nodes.concurrent ?? []).filter((node) => !isThere[node]).concat((nodes.concurrent ?? []).map((node) => numbers[node]));
  const all: NodesData = {
    label: place(nodes.label, (node) => indexOf(before.strings[before.nodes.label[node]])),
    parent: place(nodes.parent.map((above) => (above < 0 ? -1 : numbers[above])), (node) => before.nodes.parent[node]),
    laps: values(nodes.laps),
    thread: place(nodes.thread, () => []),
    concurrent,
  };
  return { ...now, strings, nodes: all, components: now.components.map((component) => movedComponent(component, values, numbers)) };
}

function movedComponent(component: ComponentData, values: (all: Values) => Values, numbers: Int32Array): ComponentData {
  const optional = (all: Values | null) => all && values(all);
  const byNode = <T>(all: Record<string, T> | null) => all && Object.fromEntries(Object.entries(all).map(([node, value]) => [numbers[Number(node)], value]));
  return {
    ...component,
    sum: values(component.sum),
    min: optional(component.min),
    max: optional(component.max),
    mean: optional(component.mean),
    stddev: optional(component.stddev),
    self: optional(component.self),
    cost: optional(component.cost),
    percentiles: component.percentiles && Object.fromEntries(Object.entries(component.percentiles).map(([name, all]) => [name, values(all)])),
    histograms: byNode(component.histograms),
    ranks: component.ranks && movedRanks(component.ranks, values, byNode),
  };
}

function movedRanks(ranks: RanksData, values: (all: Values) => Values, byNode: <T>(all: Record<string, T> | null) => Record<string, T> | null): RanksData {
  const { of, count, min, minRank, max, maxRank, mean, stddev, imbalance, lost, median, tasks } = ranks;
  return {
    of, count: values(count), min: values(min), minRank: values(minRank), max: values(max), maxRank: values(maxRank), mean: values(mean),
    stddev: values(stddev), imbalance: values(imbalance), lost: values(lost), values: byNode(ranks.values),
    ...(median && { median: values(median) }), ...(tasks && { tasks: values(tasks) }),
  };
}
