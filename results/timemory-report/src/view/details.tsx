import { useState } from 'preact/hooks';
import type { ComponentData } from '../contract.ts';
import { rankColumns, statisticName, statisticsOf } from '../model/columns.ts';
import { formatCount, formatShare, formatValue } from '../model/format.ts';
import type { Run } from '../model/run.ts';
import { Histogram } from './histogram.tsx';
import { Label, WholeLabel } from './label.tsx';
import { Strip } from './strip.tsx';

const PATH_SHOWN = 40;
const THREADS_SHOWN = 12;

interface DetailsProps {
  run: Run;
  node: number;
  onSelect(node: number): void;
  onClose(): void;
}

export function Details({ run, node, onSelect, onClose }: DetailsProps) {
  const { components, nodes } = run.data;
  const [chosen, choose] = useState(run.principal?.id);
  const component = components.find(({ id }) => id === chosen) ?? components[0];
  const path = run.tree.path(node).slice(0, -1);
  return (
    <aside class="details" aria-label="Region details">
      <button type="button" class="close" aria-label="Close details" onClick={onClose}>✕</button>
      <h2><WholeLabel text={run.label(node)} /></h2>
      {path.length > 0 && (
        <nav aria-label="Path" class="path">
          {path.length > PATH_SHOWN && <span>… {formatCount(path.length - PATH_SHOWN)} more › </span>}
          {path.slice(-PATH_SHOWN).map((ancestor) => (
            <span key={ancestor}><button type="button" class="link" onClick={() => onSelect(ancestor)}><Label text={run.label(ancestor)} length={32} /></button> › </span>
          ))}
        </nav>
      )}
      <dl>
        <dt>{run.isSampled || run.isFunction(node) ? 'samples' : 'calls'}</dt><dd>{formatCount(nodes.laps[node])}</dd>
        {run.isConcurrent(node) && <><dt>concurrent</dt><dd>ran on other threads or in other coroutines: no part of the values of the region above it</dd></>}
        <dt>threads</dt><dd><Threads threads={run.threads(node)} /></dd>
      </dl>
      {component && (
        <>
          <label class="choice">Component <select value={component.id} onChange={(event) => choose(event.currentTarget.value)}>
            {components.map(({ id }) => <option key={id} value={id}>{id}</option>)}
          </select></label>
          <p class="note"><Label text={component.description} length={200} /></p>
          <Statistics component={component} node={node} />
          <Distribution component={component} node={node} />
          <Ranks component={component} node={node} />
        </>
      )}
    </aside>
  );
}

function Threads({ threads }: { threads: string[] }) {
  const more = threads.length - THREADS_SHOWN;
  return (
    <>
      {threads.slice(0, THREADS_SHOWN).map((thread, i) => <span key={i}>{i > 0 && ', '}<Label text={thread} length={40} /></span>)}
      {more > 0 && ` and ${formatCount(more)} more`}
    </>
  );
}

function Statistics({ component, node }: { component: ComponentData; node: number }) {
  const rows = statisticsOf(component).filter(([, values]) => values[node] !== null);
  if (rows.length === 0) return <p>The region has no value of this component.</p>;
  return (
    <table class="plain">
      <tbody>
        {rows.map(([statistic, values]) => (
          <tr key={statistic}>
            <th scope="row">{statisticName(component, statistic)}</th>
            <td class="number">{statistic === 'cost' ? formatShare(values[node]) : formatValue(values[node], component)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How processes differ, as numbers, and as a strip where what each had was kept. */
function Ranks({ component, node }: { component: ComponentData; node: number }) {
  const { ranks } = component;
  const columns = rankColumns(component).filter((column) => column.value(node) !== null);
  if (!ranks || columns.length === 0) return null;
  const strip = ranks.values?.[node];
  return (
    <section aria-label="Processes">
      <h3>{formatCount(ranks.count[node])} of {ranks.tasks ? `${formatCount(ranks.tasks[node])} tasks` : `${formatCount(ranks.of)} processes`}</h3>
      {strip && <Strip data={strip} component={component} />}
      <table class="plain">
        <tbody>
          {columns.slice(1).map((column) => (
            <tr key={column.id}>
              <th scope="row" title={column.description}>{column.title}</th>
              <td class="number">{column.text(node)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The histogram where there is one, else a sentence of what is known about the spread. */
function Distribution({ component, node }: { component: ComponentData; node: number }) {
  const histogram = component.histograms?.[node];
  if (histogram) return <Histogram data={histogram} component={component} />;
  const { min, max, mean, stddev } = component;
  const known = (values: (number | null)[] | null) => values !== null && values[node] !== null;
  if (!known(min) || !known(max)) return null;
  const value = (values: (number | null)[] | null) => formatValue(values![node], component);
  return (
    <p class="spread">
      One call: between {value(min)} and {value(max)}
      {known(mean) && `, ${value(mean)} on average`}
      {known(stddev) && ` with a standard deviation of ${value(stddev)}`}.
    </p>
  );
}
