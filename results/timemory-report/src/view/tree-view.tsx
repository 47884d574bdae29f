import { useMemo, useState } from 'preact/hooks';
import { columnsOf, initialColumns } from '../model/columns.ts';
import { formatCount } from '../model/format.ts';
import { orderBy, visibleRows, withAncestors } from '../model/rows.ts';
import type { Run } from '../model/run.ts';
import { matchNodes, type Search } from '../model/search.ts';
import type { Tree } from '../model/tree.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { Grid, NAME, type Sort } from './grid.tsx';
import { Matched } from './matched.tsx';

interface TreeViewProps {
  run: Run;
  search: Search;
  selected: number;
  onSelect(node: number): void;
}

export function TreeView({ run, search, selected, onSelect }: TreeViewProps) {
  const { tree } = run;
  const columns = useMemo(() => columnsOf(run), [run]);
  const [ownColumns, setOwnColumns] = useState<Set<string> | null>(null);
  const chosen = useMemo(() => ownColumns ?? initialColumns(run), [ownColumns, run]);
  const [sort, setSort] = useState<Sort | null>(null);
  const expansion = useExpansion(tree, search.query, selected);

  const matches = useMemo(() => matchNodes(search, run.data.strings, run.data.nodes.label), [search, run]);
  const shown = useMemo(() => matches && withAncestors(tree, matches), [matches]);
  const rows = useMemo(() => {
    const column = columns.find(({ id }) => id === sort?.column);
    const value = sort?.column === NAME ? run.label.bind(run) : column?.value;
    return visibleRows(tree, expansion.isOpen, value ? orderBy(value, sort!.descending) : null, shown);
  }, [tree, expansion.version, sort, shown]);

  const hasRows = (node: number) => (shown ? tree.childrenOf(node).some((child) => shown[child] === 1) : tree.hasChildren(node));
  return (
    <section class="view" aria-label="Call graph">
      <div class="tools">
        <button type="button" onClick={expansion.openAll}>Expand all</button>
        <button type="button" onClick={expansion.closeAll}>Collapse all</button>
        <ColumnChooser run={run} chosen={chosen} onChange={setOwnColumns} />
        {matches ? <Matched tree={run.stacks} values={run.principal?.sum ?? []} isConcurrent={() => false} metric={run.principal} whole={run.principal ? run.total(run.principal) : null} matches={matches} /> : <span class="note" role="status">{formatCount(rows.length)} of {formatCount(tree.size)} regions shown</span>}
      </div>
      <Grid
        title="Call graph"
        tree={tree}
        rows={rows}
        columns={columns.filter(({ id }) => chosen.has(id))}
        label={run.label.bind(run)}
        badgeWidth={90}
        badge={run.hasConcurrent ? (node) => run.isConcurrent(node) && <span class="badge concurrent" title="Ran on other threads or in other coroutines: no part of the values of the region above it">concurrent</span> : undefined}
        expanded={(node) => (hasRows(node) ? expansion.isOpen(node) : null)}
        onToggle={expansion.toggle}
        sort={sort}
        onSort={(column) => setSort(nextSort(sort, column))}
        matches={matches}
        search={search}
        selected={selected}
        onOpen={onSelect}
      />
    </section>
  );
}

/** Numbers begin with the largest, names with the first; a third click restores the order of the run. */
export function nextSort(sort: Sort | null, column: string): Sort | null {
  const first = column !== NAME;
  if (sort?.column !== column) return { column, descending: first };
  return sort.descending === first ? { column, descending: !first } : null;
}

/** Which nodes are open. While searching everything is, so that all matches are seen, except for what is closed meanwhile. */
function useExpansion(tree: Tree, query: string, selected: number) {
  const [state, setState] = useState(() => ({ tree, isOwn: false, open: firstRows(tree, 60), closed: new Set<number>(), query, selected }));
  let current = state;
  // What a reader has not opened or closed follows a tree that grows; nothing that is open closes.
  if (state.tree !== tree) current = { ...current, tree, open: current.isOwn ? current.open : new Set([...current.open, ...firstRows(tree, 60)]) };
  if (state.query !== query) current = { ...current, query, closed: new Set() };
  if (state.selected !== selected) {
    const open = new Set(current.open);
    for (const node of tree.path(selected).slice(0, -1)) open.add(node);
    current = { ...current, selected, open };
  }
  if (current !== state) setState(current);

  const searching = query !== '';
  const set = (name: 'open' | 'closed', nodes: Set<number>) => setState({ ...current, isOwn: true, [name]: nodes });
  return {
    version: current,
    isOpen: (node: number) => (searching ? !current.closed.has(node) : current.open.has(node)),
    toggle: (node: number) => {
      const name = searching ? 'closed' : 'open';
      const nodes = new Set(current[name]);
      if (!nodes.delete(node)) nodes.add(node);
      set(name, nodes);
    },
    openAll: () => (searching ? set('closed', new Set()) : set('open', inner(tree))),
    closeAll: () => (searching ? set('closed', inner(tree)) : set('open', new Set())),
  };
}

function inner(tree: Tree): Set<number> {
  const nodes = new Set<number>();
  for (let node = 0; node < tree.size; node++) if (tree.hasChildren(node)) nodes.add(node);
  return nodes;
}

/** Opens level after level as long as about `limit` rows suffice. */
function firstRows(tree: Tree, limit: number): Set<number> {
  const open = new Set<number>();
  const queue = [...tree.childrenOf(-1)];
  let rows = queue.length;
  for (let i = 0; i < queue.length && i < limit; i++) {
    const children = tree.childrenOf(queue[i]);
    if (rows + children.length > limit) continue;
    rows += children.length;
    open.add(queue[i]);
    queue.push(...children);
  }
  return open;
}
