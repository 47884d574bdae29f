import { useMemo } from 'preact/hooks';
import type { Report } from '../model/report.ts';
import { formatCount, formatShare, formatValue } from '../model/format.ts';
import { costWarnings, hottestRegions, type Run } from '../model/run.ts';
import type { Search } from '../model/search.ts';
import { IcicleView } from './icicle-view.tsx';
import { Label } from './label.tsx';
import { usePaintedMark } from './painted.ts';

const WARNING_LIMIT = 0.1;
const WARNINGS_SHOWN = 20;
/** What the facts of a run call what went wrong; of several runs, each with its name before. */
const PROBLEM = /^(.*: )?problem$/s;

interface SummaryProps {
  report: Report;
  run: Run;
  search: Search;
  selected: number;
  onSelect(node: number): void;
}

/** What a reader sees first: where it all went, as a picture and as a list, and below it what the run was. */
export function Summary({ report, run, search, selected, onSelect }: SummaryProps) {
  const problems = report.metadata.filter(([key]) => PROBLEM.test(key)).map(([, text]) => text);
  usePaintedMark('timemory-rows-painted');
  return (
    <section class="view summary" aria-label="Summary" tabIndex={-1}>
      <div class="cards">
        {run.additive.length > 0 && (
          <section class="card picture">
            <IcicleView run={run} search={search} selected={selected} onSelect={onSelect} small />
          </section>
        )}
        <Hottest run={run} onSelect={onSelect} />
        <Warnings run={run} problems={problems} onSelect={onSelect} />
        <Totals run={run} />
        <section class="card">
          <h2>Run</h2>
          <table class="plain facts">
            <tbody>{report.metadata.filter(([key]) => !PROBLEM.test(key)).map(([key, value], i) => <tr key={i}><th scope="row"><Label text={key} /></th><td><Label text={value} length={400} /></td></tr>)}</tbody>
          </table>
        </section>
      </div>
    </section>
  );
}

function Totals({ run }: { run: Run }) {
  const { data, tree } = run;
  const laps = useMemo(() => data.nodes.laps.reduce((sum: number, value) => sum + (value ?? 0), 0), [run]);
  return (
    <section class="card">
      <h2>Totals</h2>
      <table class="plain">
        <tbody>
          <tr><th scope="row">nodes of the call graph</th><td class="number">{formatCount(tree.size)}</td></tr>
          <tr><th scope="row">laps</th><td class="number">{formatCount(laps)}</td></tr>
          <tr><th scope="row">threads</th><td class="number">{formatCount(data.threads.length)}</td></tr>
          {data.components.map((component) => (
            <tr key={component.id} title={component.description}>
              <th scope="row"><bdi>{component.id}</bdi>{!component.additive ? ' (highest)' : run.hasConcurrent && ' (all threads together)'}</th>
              <td class="number">{formatValue(run.total(component), component)} <bdi>{component.unit}</bdi></td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Hottest({ run, onSelect }: { run: Run; onSelect(node: number): void }) {
  const component = run.principal;
  const values = component?.self ?? component?.sum;
  const regions = useMemo(() => (values ? hottestRegions(run, values, 15) : []), [run]);
  if (!component) return null;
  const total = component.additive ? run.total(component) : null;
  return (
    <section class="card">
      <h2>Hottest regions <small>by {component.self ? 'exclusive' : 'inclusive'} <bdi>{component.id}</bdi>, all places in the call graph together</small></h2>
      <table class="plain hot">
        <thead><tr><th scope="col">region</th><th scope="col" class="number">laps<small>count</small></th><th scope="col" class="number">{component.self ? 'exclusive' : 'inclusive'}<small><bdi>{component.unit}</bdi></small></th><th scope="col" class="number">share<small>of all</small></th></tr></thead>
        <tbody>
          {regions.map((region) => (
            <tr key={region.label}>
              <td><button type="button" class="link" onClick={() => onSelect(region.node)}><Label text={run.data.strings[region.label]} length={35} /></button></td>
              <td class="number">{formatCount(region.laps)}</td>
              <td class="number">{formatValue(region.value, component)}</td>
              <td class="number bar-cell">{total && <><span class="bar" style={{ width: `${Math.max(0, Math.min(1, region.value / total)) * 100}%` }} /><span>{formatShare(region.value / total)}</span></>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What went wrong, and values that say little as measuring is much of them. */
function Warnings({ run, problems, onSelect }: { run: Run; problems: string[]; onSelect(node: number): void }) {
  const warnings = useMemo(() => costWarnings(run, WARNING_LIMIT), [run]);
  const count = warnings.length + problems.length;
  if (count === 0) return <p class="note wide">Nothing went wrong, and overhead is at most {formatShare(WARNING_LIMIT)} of every value.</p>;
  return (
    <details class="card wide">
      <summary>
        <strong>⚠ {formatCount(count)} {count === 1 ? 'warning' : 'warnings'}</strong>
        {problems.length > 0 && `: ${formatCount(problems.length)} of what went wrong`}
        {warnings.length > 0 && `${problems.length > 0 ? ', and' : ':'} ${formatCount(warnings.length)} values of which more than ${formatShare(WARNING_LIMIT)} is overhead: measure larger regions there`}
      </summary>
      {problems.length > 0 && <ul>{problems.map((text, i) => <li key={i}><Label text={text} length={400} /></li>)}</ul>}
      {warnings.length > 0 && <table class="plain">
        <thead><tr><th scope="col">region</th><th scope="col">component</th><th scope="col" class="number">overhead</th></tr></thead>
        <tbody>
          {warnings.slice(0, WARNINGS_SHOWN).map(({ component, node, cost }) => (
            <tr key={`${component.id} ${node}`}>
              <td><button type="button" class="link" onClick={() => onSelect(node)}><Label text={run.label(node)} length={70} /></button></td>
              <td><bdi>{component.id}</bdi></td>
              <td class="number">{formatShare(cost)}</td>
            </tr>
          ))}
        </tbody>
      </table>}
      {warnings.length > WARNINGS_SHOWN && <p class="note">The worst {WARNINGS_SHOWN} are shown; sort the tree by overhead to see all.</p>}
    </details>
  );
}
