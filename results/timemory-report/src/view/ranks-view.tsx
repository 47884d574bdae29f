import { useMemo, useState } from 'preact/hooks';
import type { ComponentData, StripData } from '../contract.ts';
import { formatCount, formatShare, formatValue } from '../model/format.ts';
import { mostUneven, spreadComponents } from '../model/ranks.ts';
import type { Run } from '../model/run.ts';
import { matchNodes, type Search } from '../model/search.ts';
import { rampFill } from '../paint/colours.ts';
import { Label } from './label.tsx';

const SHOWN = 200;
const CELLS = 400;

interface RanksViewProps {
  run: Run;
  search: Search;
  onSelect(node: number): void;
}

/** Where processes, or tasks, differ most: a strip for each region, with a cell for each of them. */
export function RanksView({ run, search, onSelect }: RanksViewProps) {
  const components = spreadComponents(run);
  const [id, setId] = useState(components[0].id);
  const component = components.find((one) => one.id === id) ?? components[0];
  const ranks = component.ranks!;
  const matches = useMemo(() => matchNodes(search, run.data.strings, run.data.nodes.label), [search, run]);
  const all = useMemo(() => mostUneven(component, run.tree.size), [component]);
  const nodes = (matches ? all.filter((node) => matches[node] === 1) : all).slice(0, SHOWN);
  const each = ranks.tasks ? 'task' : 'rank';
  return (
    <section class="view" aria-label="Imbalance">
      <div class="tools">
        <label class="choice">Of <select value={component.id} onChange={(event) => setId(event.currentTarget.value)}>
          {components.map((one) => <option key={one.id} value={one.id}>{one.id}</option>)}
        </select></label>
        <span class="legend"><span>0</span><span class="ramp" aria-hidden="true" /><span>the most that one {each} has there</span></span>
        <span class="note">{component.additive ? `What waiting for the slowest ${each} costs all, the most first.` : 'The most uneven first.'}{all.length > SHOWN && ` ${SHOWN} of ${formatCount(all.length)} regions; a search shows others.`}</span>
      </div>
      <div class="strips" tabIndex={0} data-main role="group" aria-label="Regions by imbalance">
        {nodes.length === 0 && <p class="nothing">{matches ? 'No region matches.' : `All ${each}s have the same.`}</p>}
        {nodes.length > 0 && (
          <table class="plain">
            <thead>
              <tr>
                <th scope="col">region</th>
                {component.additive && <th scope="col" class="number">lost</th>}
                <th scope="col" class="number">imbalance</th>
                <th scope="col" class="number">mean</th>
                <th scope="col" class="number">max</th>
                <th scope="col" class="number">{each}<small>of the max</small></th>
                <th scope="col">{each}s<small>{ranks.tasks ? 'those that were kept' : `0 to ${ranks.of - 1}`}</small></th>
              </tr>
            </thead>
            <tbody>
              {nodes.map((node) => (
                <tr key={node}>
                  <td><button type="button" class="link" onClick={() => onSelect(node)}><Label text={run.label(node)} length={44} /></button></td>
                  {component.additive && <td class="number">{formatValue(ranks.lost[node], component)}</td>}
                  <td class="number">{ranks.imbalance[node] === null ? '' : formatShare(ranks.imbalance[node]! / 100)}</td>
                  <td class="number">{formatValue(ranks.mean[node], component)}</td>
                  <td class="number">{formatValue(ranks.max[node], component)}</td>
                  <td class="number">{formatCount(ranks.maxRank[node])}</td>
                  <td class="strip-cell">{ranks.values?.[node] ? <HeatStrip data={ranks.values[node]} component={component} of={ranks.of} each={each} /> : <span class="note">not kept</span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}

/** A cell for each process, by number; of more than fit, one for the most of several neighbours. What was not there is empty. */
function HeatStrip({ data, component, of, each }: { data: StripData; component: ComponentData; of: number; each: string }) {
  const { ranks, values } = data;
  const last = each === 'rank' ? Math.max(of - 1, ranks.at(-1) ?? 0) : ranks.length - 1;
  const perCell = Math.ceil((last + 1) / CELLS);
  const count = Math.ceil((last + 1) / perCell);
  const most = new Map<number, number>();
  ranks.forEach((rank, i) => {
    const cell = Math.floor((each === 'rank' ? rank : i) / perCell);
    const before = most.get(cell);
    if (before === undefined || values[i] > values[before]) most.set(cell, i);
  });
  const highest = values.reduce((a, b) => Math.max(a, b), 0) || 1;
  return (
    <svg class="heat" viewBox={`0 0 ${count} 1`} preserveAspectRatio="none" role="img" aria-label={`${component.id} of ${ranks.length} ${each}s, at most ${formatValue(highest, component)}`}>
      {[...most].map(([cell, i]) => (
        <rect key={cell} x={cell} y={0} width={1} height={1} fill={rampFill(values[i] / highest).background}>
          <title>{`${each} ${formatCount(ranks[i])}: ${formatValue(values[i], component)}`}</title>
        </rect>
      ))}
    </svg>
  );
}
