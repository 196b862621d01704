import type { ResourceType, SortField } from '@linkage/core';
import { andThen, memberOf, ownPage, rejection } from '@linkage/core/internal';
import type { VisibleSource } from '../rules/permitted.ts';
import type {
  Awaitable,
  CollectionQuery,
  Selection,
  SourceCall,
  SourceCondition,
  SourcePage,
  SourceRecord,
} from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import type { Root } from './relationship-batches.ts';

/** One type of a collection of several types. */
export interface MixedPart {
  readonly type: ResourceType;
  readonly source: VisibleSource;
  readonly selection: Selection;
}

/** The query of a page of several types. */
export interface MixedQuery extends Pick<CollectionQuery, 'filter' | 'page' | 'parameters'> {
  readonly parts: readonly MixedPart[];
  readonly sort: SortField;
}

/** A place between resources: the value of the order there, and the positions before and behind it in the collection of each type. */
export interface Place {
  readonly value: unknown;
  readonly before: readonly unknown[];
  readonly behind: readonly unknown[];
}

/** A record with its place in the collection of its type. */
export interface Row {
  readonly part: number;
  readonly root: Root;
  readonly value: unknown;
  /** The value as the order compares it. */
  readonly key: unknown;
  readonly position: unknown;
}

/** The rows of one type in the order of its collection, and a position behind all of it. */
export interface Rows {
  readonly rows: readonly Row[];
  readonly end: unknown;
}

export function readPlace(given: unknown, name: 'after' | 'before', count: number): Place | undefined {
  if (given === undefined) return undefined;
  const [value, before, behind] = Array.isArray(given) ? (given as readonly unknown[]) : [];
  if (Array.isArray(before) && Array.isArray(behind) && before.length === count && behind.length === count)
    return { value, before, behind };
  const source = { parameter: `page[${name}]` };
  throw rejection('PAGE_INVALID.position', source, source);
}

/** Returns the value of the order. */
function orderValue({ type }: MixedPart, { field }: SortField, record: object): unknown {
  const value = memberOf(record, type.attributes.get(field)?.from ?? field);
  if (value !== null && value !== undefined) return value;
  throw new TypeError(`Each resource of "${type.name}" must have a value of \`${field}\`, which orders a collection.`);
}

const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/;

/** Returns a time as a string whose order is that of times: its fraction can have several lengths. Undefined for other values. */
export function timeOf(value: unknown): string | undefined {
  const text = value instanceof Date ? value.toISOString() : value;
  const [, seconds, fraction = ''] = (typeof text === 'string' && INSTANT.exec(text)) || [];
  return seconds === undefined ? undefined : `${seconds}.${fraction.padEnd(9, '0')}`;
}

/**
 * Returns the value of a condition beside positions. Sources compare fractions of seconds in several ways, so the condition on a time is a
 * second wider.
 */
function boundOf(value: unknown, seconds: number): unknown {
  const time = timeOf(value);
  if (time === undefined) return value;
  const wider = new Date(Date.parse(`${time.slice(0, 19)}Z`) + seconds * 1000);
  return value instanceof Date ? wider : wider.toISOString();
}

/** Reads a page of one type. */
export function listOf(
  { type, source }: MixedPart,
  query: CollectionQuery,
  call: SourceCall,
): Awaitable<Required<SourcePage<SourceRecord>>> {
  if (source.list === undefined) throw new TypeError(`The source of "${type.name}" must have the method \`list\`.`);
  return andThen(source.list(query, call), ownPage);
}

/**
 * Reads the rows of one type between two places. Positions exclude what other pages show. Conditions exclude what was created since, before the
 * first or behind the last resource of its type on these pages.
 */
export function readRows(
  { parts, sort, filter, page, parameters }: MixedQuery,
  index: number,
  [low, high]: readonly [low: Place | undefined, high: Place | undefined],
  call: SourceCall,
): Awaitable<Rows> {
  const part = parts[index] as MixedPart;
  const { type, selection } = part;
  const where = `\`${type.name}.list\``;
  const bounds: SourceCondition[] = [];
  const [least, greatest] = sort.descending ? [high, low] : [low, high];
  if (least !== undefined) bounds.push({ field: sort.field, operator: 'ge', values: [boundOf(least.value, -1)] });
  if (greatest !== undefined) bounds.push({ field: sort.field, operator: 'le', values: [boundOf(greatest.value, 2)] });
  const before = high?.behind[index];
  if (low === undefined && high !== undefined && before === undefined)
    throw new TypeError(`${where} must return \`endPosition\`: a page before a position of another type ends there.`);
  const query: CollectionQuery = {
    filter: [...filter, ...bounds],
    sort: [sort],
    page: { offset: 0, limit: page.limit, positions: true, after: low?.before[index], before },
    selection: { ...selection, attributes: new Set([...selection.attributes, sort.field]) },
    total: false,
    parameters,
  };
  return andThen(listOf(part, query, call), ({ records, positions, endPosition }) => {
    if (positions?.length !== records.length)
      throw new TypeError(`${where} must return \`positions\` for a page of several types.`);
    const rows = records.map((record, at): Row => {
      const root = { type, id: idOf(type.name, record), record };
      const value = orderValue(part, sort, record);
      return { part: index, root, value, key: timeOf(value) ?? value, position: positions[at] };
    });
    return { rows, end: endPosition };
  });
}
