import { countColumns, RANKS, rankColumns, STATISTICS, statisticName, statisticsOf } from '../model/columns.ts';
import type { Run } from '../model/run.ts';

interface ColumnChooserProps {
  run: Run;
  chosen: ReadonlySet<string>;
  onChange(chosen: Set<string>): void;
}

/** A box per component and statistic. */
export function ColumnChooser({ run, chosen, onChange }: ColumnChooserProps) {
  const { components } = run.data;
  const offered = components.map((component) => new Set([
    ...statisticsOf(component).map(([statistic]) => statistic),
    ...rankColumns(component).map(({ id }) => id.slice(component.id.length + 1)),
  ]));
  const statistics = [...new Set([...Object.keys(STATISTICS), ...offered.flatMap((set) => [...set]), ...Object.keys(RANKS)])].filter((id) => offered.some((set) => set.has(id)));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  const box = (id: string, name: string) => <input type="checkbox" aria-label={name} checked={chosen.has(id)} onChange={() => toggle(id)} />;
  return (
    <details class="chooser">
      <summary>Columns</summary>
      <div class="popup">
        {countColumns(run).map(({ id, title }) => <label key={id} class="choice">{box(id, title)} {title}</label>)}
        <table>
          <thead>
            <tr><th />{statistics.map((statistic) => <th key={statistic} scope="col">{STATISTICS[statistic] ?? RANKS[statistic] ?? statistic}</th>)}</tr>
          </thead>
          <tbody>
            {components.map((component, i) => (
              <tr key={component.id}>
                <th scope="row"><bdi>{component.id}</bdi></th>
                {statistics.map((statistic) => (
                  <td key={statistic}>{offered[i].has(statistic) && box(`${component.id}.${statistic}`, `${component.id} ${statisticName(component, statistic)}`)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
