import type { ComponentData, Values } from '../contract.ts';
import { formatCount, formatShare, formatValue } from './format.ts';
import type { Run } from './run.ts';

/** A column of a tree table. */
export interface Column {
  id: string;
  /** Of the component; empty where the column belongs to none. */
  group: string;
  title: string;
  unit: string;
  description: string;
  value(node: number): number | null;
  text(node: number): string;
  /** Length of the bar behind the text, 0 to 1. */
  bar?(node: number): number;
  /** Sign of a change, for its colour. */
  tone?(node: number): number;
}

/** The statistics in the order of the table, with the names that the column chooser shows. */
export const STATISTICS: Record<string, string> = {
  sum: 'total',
  self: 'self',
  mean: 'mean',
  min: 'min',
  max: 'max',
  stddev: 'std dev',
  p50: 'p50',
  p90: 'p90',
  p99: 'p99',
  cost: 'overhead',
};

const DESCRIPTIONS: Record<string, string> = {
  sum: 'total, with everything below the region',
  self: 'self, without what was measured below the region',
  cost: 'share of the value that is overhead: what measuring took',
};

export const LAPS = 'laps';
export const SAMPLES = 'samples';

export function columnsOf(run: Run): Column[] {
  return countColumns(run).concat(...run.data.components.map((component) => [...componentColumns(run, component), ...rankColumns(component)]));
}

/** How often a region was entered, and in how many samples a function was found. */
export function countColumns(run: Run): Column[] {
  const { laps } = run.data.nodes;
  const column = (id: string, description: string, value: (node: number) => number | null): Column => ({
    id, group: '', title: id === LAPS ? 'calls' : 'samples', unit: '', description, value, text: (node) => formatCount(value(node)),
  });
  const calls = column(LAPS, 'times that the region was entered', (node) => (run.hasFunctions && run.isFunction(node) ? null : laps[node]));
  const samples = column(SAMPLES, 'samples in which the function was found', (node) => (run.isSampled || run.isFunction(node) ? laps[node] : null));
  return run.isSampled ? [samples] : run.hasFunctions ? [calls, samples] : [calls];
}

/** The statistics over processes, with the names that the column chooser shows. */
export const RANKS: Record<string, string> = {
  ranks: 'ranks',
  rank_min: 'rank min',
  rank_mean: 'rank mean',
  rank_median: 'rank median',
  rank_max: 'rank max',
  imbalance: 'imbalance',
  lost: 'lost',
};

/** How processes differ, of a component of which that is known. */
export function rankColumns(component: ComponentData): Column[] {
  const { ranks } = component;
  if (!ranks) return [];
  const { count, min, minRank, max, maxRank, mean, median, imbalance, lost, of, tasks } = ranks;
  const each = tasks ? 'tasks' : 'processes';
  const withRank = (values: Values, whose: Values) => (node: number) =>
    values[node] === null ? '' : `${formatValue(values[node], component)} (${formatCount(whose[node])})`;
  const column = (id: string, unit: string, description: string, values: Values, text: (node: number) => string): Column => ({
    id: `${component.id}.${id}`,
    group: component.id,
    title: tasks ? RANKS[id].replace('rank', 'task') : RANKS[id],
    unit,
    description: `${component.description}: ${description}`,
    value: (node) => values[node],
    text,
  });
  const plain = (values: Values) => (node: number) => formatValue(values[node], component);
  const shown = component.additive;
  return [
    column('ranks', tasks ? '' : `of ${of}`, `${each} that were there`, count, (node) => formatCount(count[node])),
    column('rank_min', '', 'the least that one of them had, and which', min, withRank(min, minRank)),
    column('rank_mean', '', 'what those that were there had on average', mean, plain(mean)),
    ...(median ? [column('rank_median', '', 'what half of those that were there had at the most', median, plain(median))] : []),
    column('rank_max', '', 'the most that one of them had, and which', max, withRank(max, maxRank)),
    column('imbalance', '', `by how much the most is above the average of all ${each}`, imbalance, (node) =>
      imbalance[node] === null ? '' : formatShare(imbalance[node]! / 100)),
    ...(shown ? [column('lost', '', `what all ${each} lose by waiting for the slowest`, lost, plain(lost))] : []),
  ];
}

export function statisticName(component: ComponentData, statistic: string): string {
  if (statistic === 'sum' && !component.additive) return 'value';
  return STATISTICS[statistic] ?? statistic;
}

/** The statistics that a component has values of, with the values. */
export function statisticsOf(component: ComponentData): [statistic: string, values: Values][] {
  const { sum, self, mean, min, max, stddev, percentiles, cost } = component;
  const all = { sum, self, mean, min, max, stddev, ...percentiles, cost };
  return Object.entries(all).filter((entry): entry is [string, Values] => entry[1] !== null && entry[1] !== undefined);
}

function componentColumns(run: Run, component: ComponentData): Column[] {
  const total = component.additive ? run.total(component) : null;
  return statisticsOf(component).map(([statistic, values]) => {
    const isShare = statistic === 'cost';
    const isPart = (statistic === 'sum' || statistic === 'self') && total !== null && total > 0;
    return {
      id: `${component.id}.${statistic}`,
      group: component.id,
      title: statisticName(component, statistic),
      unit: '',
      description: `${component.description}: ${DESCRIPTIONS[statistic] ?? statisticName(component, statistic)}`,
      value: (node) => values[node],
      text: (node) => (isShare ? formatShare(values[node]) : formatValue(values[node], component)),
      bar: isPart ? (node) => Math.max(0, (values[node] ?? 0) / total) : undefined,
    };
  });
}

/** What the table shows at first: calls, and of up to three components the values that answer most questions. */
export function initialColumns(run: Run): Set<string> {
  const ids = run.isSampled ? [SAMPLES] : run.hasFunctions ? [LAPS, SAMPLES] : [LAPS];
  run.data.components.slice(0, 3).forEach(({ id, additive, ranks, percentiles }, i) => {
    ids.push(`${id}.sum`);
    if (additive) ids.push(`${id}.self`);
    if (i === 0) ids.push(`${id}.mean`);
    if (i === 0 && percentiles) ids.push(`${id}.p50`, `${id}.p99`);
    if (i === 0 && ranks) ids.push(`${id}.ranks`, `${id}.rank_max`, `${id}.imbalance`);
  });
  return new Set(ids);
}
