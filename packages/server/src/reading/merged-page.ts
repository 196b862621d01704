import { andThen, compare, together } from '@linkage/core/internal';
import type { Awaitable, SourceCall, SourcePage } from '../sources/port/data-source.ts';
import { type MixedQuery, type Place, type Row, type Rows, readPlace, readRows, timeOf } from './mixed-rows.ts';
import type { Root } from './relationship-batches.ts';

/** Takes the first rows of several lists, each in order. */
function firstRows(
  lists: readonly (readonly Row[])[],
  limit: number,
  compareRows: (row: Row, other: Row) => number,
): readonly Row[] {
  const taken: Row[] = [];
  const next = lists.map(() => 0);
  while (taken.length < limit) {
    const heads = lists.flatMap((rows, part) => rows[next[part] as number] ?? []);
    const [first, ...others] = heads;
    if (first === undefined) break;
    const least = others.reduce((found, row) => (compareRows(row, found) < 0 ? row : found), first);
    taken.push(least);
    next[least.part] = (next[least.part] as number) + 1;
  }
  return taken;
}

/** Returns the position of each row: its value, and the positions before and behind it in the collection of each type. */
function positionsOf(
  taken: readonly Row[],
  lists: readonly Rows[],
  [low, high]: readonly [low: Place | undefined, high: Place | undefined],
): readonly unknown[] {
  const shown = new Set(taken);
  const isBackward = low === undefined && high !== undefined;
  const at = lists.map(({ rows }) => {
    const first = rows.findIndex((row) => shown.has(row));
    return first === -1 && isBackward ? rows.length : Math.max(first, 0);
  });
  return taken.map(({ part: own, value, position }) => {
    at[own] = (at[own] as number) + 1;
    const before = lists.map(({ rows }, part) =>
      part === own ? position : (rows[(at[part] as number) - 1]?.position ?? low?.before[part]),
    );
    const behind = lists.map(({ rows, end }, part) =>
      part === own ? position : (rows[at[part] as number]?.position ?? high?.behind[part] ?? end),
    );
    return [value, before, behind];
  });
}

/**
 * Reads a page of several types: a page of each, of which it takes the first ones in the order. Resources with equal values are in the order of
 * their types.
 *
 * @throws {JsonApiError} 400 if the page begins or ends at an invalid position.
 * @throws {TypeError} If a record has no value of the order, or a source orders these values in another way than JavaScript.
 */
export function mergedPage(query: MixedQuery, call: SourceCall): Awaitable<SourcePage<Root>> {
  const { parts, sort, page } = query;
  const places = [
    readPlace(page.after, 'after', parts.length),
    readPlace(page.before, 'before', parts.length),
  ] as const;
  const isBackward = places[0] === undefined && places[1] !== undefined;
  const compareRows = (row: Row, other: Row): number => {
    const order = compare(row.key, other.key);
    if (Number.isNaN(order))
      throw new TypeError(`Values of \`${sort.field}\` cannot be compared: all types must have values of one kind.`);
    return (sort.descending ? -order : order) || row.part - other.part;
  };
  const assertOrdered = ({ rows }: Rows): void => {
    const isWrong = (row: Row, at: number): boolean => at > 0 && compareRows(rows[at - 1] as Row, row) > 0;
    const wrong = rows.find((row, at) => timeOf(row.value) === undefined && isWrong(row, at));
    if (wrong === undefined) return;
    throw new TypeError(
      `The source of "${wrong.root.type.name}" orders \`${sort.field}\` in another way than JavaScript, so the server cannot merge it with other types. Use sources of one database, or an order by numbers or times.`,
    );
  };
  return andThen(
    together(parts.keys(), (index) => readRows(query, index, places, call)),
    (lists) => {
      lists.forEach(assertOrdered);
      const all = lists.map(({ rows }) => rows);
      const taken = isBackward
        ? firstRows(
            all.map((rows) => rows.toReversed()),
            page.limit,
            (row, other) => compareRows(other, row),
          ).toReversed()
        : firstRows(all, page.limit, compareRows);
      return { records: taken.map(({ root }) => root), positions: positionsOf(taken, lists, places) };
    },
  );
}
