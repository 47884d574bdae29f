import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Column } from '../model/columns.ts';
import type { Search } from '../model/search.ts';
import type { Tree } from '../model/tree.ts';
import { Label } from './label.tsx';
import { usePaintedMark } from './painted.ts';
import { useSize } from './use-size.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

export interface Sort {
  column: string;
  descending: boolean;
}

export const NAME = 'name';

const ROW = 26;
const HEADER = 44;
const COLUMN = 104;
const INDENT = 14;
/** Deeper rows are not indented any further, or their labels would leave the screen. */
const DEEPEST_INDENT = 14;
const CHARACTER = 7.3;

interface GridProps {
  title: string;
  tree: Tree;
  rows: Int32Array;
  columns: Column[];
  label(node: number): string;
  /** Null for a row that cannot be opened. */
  expanded(node: number): boolean | null;
  onToggle(node: number): void;
  sort: Sort | null;
  onSort(column: string): void;
  matches: Uint8Array | null;
  /** What `matches` are of. */
  search: Search;
  selected: number;
  onOpen(node: number): void;
  /** Stands before the label. */
  badge?(node: number): ComponentChildren;
  /** Pixels that are left for it. */
  badgeWidth?: number;
  flat?: boolean;
}

/** A sortable tree table of which only the visible rows exist. The focus stays on the table; the active row is told by its id. */
export function Grid(props: GridProps) {
  const { tree, rows, columns, expanded, onToggle, onOpen, flat } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { width } = useSize(scroller);
  const virtual = useVirtualRows(rows.length, scroller, ROW, HEADER);
  const [active, setActive] = useState(rows[0] ?? -1);
  usePaintedMark('timemory-rows-painted');

  const activeIndex = Math.max(rows.indexOf(active), 0);
  const activate = (index: number) => {
    const bounded = Math.min(Math.max(index, 0), rows.length - 1);
    if (bounded < 0) return;
    setActive(rows[bounded]);
    virtual.scrollToIndex(bounded);
  };
  useEffect(() => {
    if (props.selected < 0) return;
    const index = rows.indexOf(props.selected);
    if (index < 0) return;
    setActive(props.selected);
    virtual.scrollToIndex(index);
  }, [props.selected]);
  useEffect(() => {
    if (props.matches) activate(rows.findIndex((node) => props.matches![node] === 1));
  }, [props.search]);
  useKeptPlace(scroller, tree, rows, activeIndex);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const node = rows[activeIndex];
    const page = Math.max(1, Math.floor((scroller.current!.clientHeight - HEADER) / ROW) - 1);
    const keys: Record<string, () => void> = {
      ArrowDown: () => activate(activeIndex + 1),
      ArrowUp: () => activate(activeIndex - 1),
      PageDown: () => activate(activeIndex + page),
      PageUp: () => activate(activeIndex - page),
      Home: () => activate(0),
      End: () => activate(rows.length - 1),
      ArrowRight: () => (expanded(node) === false ? onToggle(node) : expanded(node) && activate(activeIndex + 1)),
      ArrowLeft: () => (expanded(node) ? onToggle(node) : !flat && tree.parent[node] >= 0 && activate(rows.indexOf(tree.parent[node]))),
      Enter: () => node !== undefined && onOpen(node),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  };

  const nameWidth = Math.max(width - columns.length * COLUMN, Math.min(360 + Math.max(0, (props.badgeWidth ?? 0) - 80), width * 0.5));
  const items = virtual.getVirtualItems();
  return (
    <div
      class="grid"
      role={flat ? 'grid' : 'treegrid'}
      tabIndex={0}
      ref={scroller}
      data-main
      aria-label={props.title}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={items.some(({ index }) => index === activeIndex) ? `row-${rows[activeIndex]}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div class="grid-body" style={{ width: nameWidth + columns.length * COLUMN, height: HEADER + rows.length * ROW }}>
        <div class="grid-header" role="row" aria-rowindex={1}>
          <Heading id={NAME} group="" title="region" unit="" description="label of the region" width={nameWidth} sort={props.sort} onSort={props.onSort} />
          {columns.map((column) => <Heading key={column.id} {...column} width={COLUMN} sort={props.sort} onSort={props.onSort} />)}
        </div>
        {items.map(({ index, start }) => {
          const node = rows[index];
          const open = expanded(node);
          const indent = flat ? 0 : Math.min(tree.depth[node], DEEPEST_INDENT) * INDENT;
          const state = `${index === activeIndex ? ' active' : ''}${node === props.selected ? ' selected' : ''}${props.matches?.[node] ? ' match' : ''}`;
          return (
            <div
              key={node}
              id={`row-${node}`}
              class={`grid-row${state}`}
              role="row"
              aria-rowindex={index + 2}
              aria-level={flat ? undefined : tree.depth[node] + 1}
              aria-expanded={open ?? undefined}
              aria-selected={node === props.selected}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => { setActive(node); onOpen(node); }}
            >
              <div class="cell name" role={flat ? 'gridcell' : 'rowheader'} style={{ width: nameWidth, paddingLeft: 6 + indent }}>
                {!flat && (
                  <span
                    class={`twisty${open === null ? ' leaf' : ''}`}
                    aria-hidden="true"
                    onClick={(event) => { if (open === null) return; event.stopPropagation(); setActive(node); onToggle(node); }}
                  >
                    {open === null ? '' : open ? '▾' : '▸'}
                  </span>
                )}
                {props.badge?.(node)}
                {!flat && tree.depth[node] > DEEPEST_INDENT && <small class="depth">{tree.depth[node] + 1}</small>}
                <Label text={props.label(node)} length={Math.max(8, Math.floor((nameWidth - indent - 36 - (props.badge ? props.badgeWidth ?? 70 : 0)) / CHARACTER))} />
              </div>
              {columns.map((column) => <Cell key={column.id} column={column} node={node} />)}
            </div>
          );
        })}
      </div>
      {rows.length === 0 && <p class="nothing">No region matches.</p>}
    </div>
  );
}

/** When the rows are those of other data, those on the screen stay where they are: around the active one if that is there, else the first. */
function useKeptPlace(scroller: RefObject<HTMLElement>, tree: Tree, rows: Int32Array, activeIndex: number) {
  const kept = useRef<{ tree: Tree; node: number; distance: number } | null>(null);
  const note = () => {
    const { scrollTop, clientHeight } = scroller.current!;
    const isSeen = activeIndex * ROW >= scrollTop && (activeIndex + 1) * ROW <= scrollTop + clientHeight - HEADER;
    const index = isSeen ? activeIndex : Math.floor(scrollTop / ROW);
    kept.current = { tree, node: rows[index] ?? -1, distance: index * ROW - scrollTop };
  };
  useLayoutEffect(() => {
    const { current } = scroller;
    const index = kept.current && kept.current.tree !== tree && current!.scrollTop > 0 ? rows.indexOf(kept.current.node) : -1;
    if (index >= 0) current!.scrollTop = index * ROW - kept.current!.distance;
    note();
  });
  useEffect(() => {
    const { current } = scroller;
    current!.addEventListener('scroll', note, { passive: true });
    return () => current?.removeEventListener('scroll', note);
  });
}

function Cell({ column, node }: { column: Column; node: number }) {
  const bar = column.bar?.(node) ?? 0;
  const tone = Math.sign(column.tone?.(node) ?? 0);
  return (
    <div class={`cell number${tone > 0 ? ' more' : tone < 0 ? ' less' : ''}`} role="gridcell" style={{ width: COLUMN }}>
      {bar > 0.002 && <span class="bar" style={{ width: `${Math.min(1, bar) * 100}%` }} />}
      <span>{column.text(node)}</span>
    </div>
  );
}

interface HeadingProps {
  id: string;
  group: string;
  title: string;
  unit: string;
  description: string;
  width: number;
  sort: Sort | null;
  onSort(column: string): void;
}

function Heading({ id, group, title, unit, description, width, sort, onSort }: HeadingProps) {
  const sorted = sort?.column === id;
  return (
    <div class={`cell ${id === NAME ? 'name' : 'number'}`} role="columnheader" style={{ width }} aria-sort={sorted ? (sort!.descending ? 'descending' : 'ascending') : 'none'}>
      <button type="button" title={description} onClick={() => onSort(id)}>
        {group && <small><bdi>{group}</bdi></small>}
        <span>{title}{unit && <small> {unit}</small>} <span class="arrow" aria-hidden="true">{sorted ? (sort!.descending ? '▼' : '▲') : ''}</span></span>
      </button>
    </div>
  );
}
