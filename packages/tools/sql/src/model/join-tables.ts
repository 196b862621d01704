import { PAGE_MEMBER } from '@linkage/core/internal';
import type { DatabaseColumn, DatabaseSchema, DatabaseTable } from '@linkage/kysely';
import { createNameTaker } from '../names/name-taker.ts';
import { attributesOf } from './attributes.ts';
import { type ChosenTable, isIn } from './chosen-tables.ts';
import { hasOwnValue } from './drafted-value.ts';
import { areUnique, type JoinTable, type Link } from './links.ts';
import type { DraftOptions, DraftType } from './model.ts';

/** Whether a column says nothing about a link: it is the number of its row, or a time. */
function isIncidental(table: DatabaseTable, name: string, column: DatabaseColumn): boolean {
  const { kind } = column.type;
  if (kind === 'timestamp' || kind === 'date') return true;
  const isKey = table.primaryKey?.length === 1 && table.primaryKey[0] === name;
  return isKey && hasOwnValue(column);
}

/**
 * Returns the other columns of a table as the data of memberships. Undefined if it must be a type: it has a key of its own, an index to search
 * them, or a column that a draft hides or leaves out.
 */
function memberOf(
  join: ChosenTable,
  linked: readonly string[],
  options: DraftOptions,
): JoinTable['member'] | undefined {
  const { table, key } = join;
  const isOther = (name: string): boolean => !linked.includes(name);
  const isSearched = table.indexes?.some(({ columns: [first] }) => typeof first === 'string' && isOther(first));
  if (key.some(isOther) || isSearched === true || isIn(table, options.types ?? [])) return undefined;
  const { attributes, notes } = attributesOf(join, new Set(linked), createNameTaker([PAGE_MEMBER]), options);
  const isWhole =
    notes.every(({ kind }) => kind === 'renamed') && attributes.every(({ codec }) => codec !== 'expression');
  const isPartly = attributes.some(({ write }) => typeof write === 'string');
  return isWhole && !isPartly ? attributes : undefined;
}

function joinTableOf(join: ChosenTable, own: readonly Link[], options: DraftOptions): JoinTable | undefined {
  const { hasRight = () => true } = options;
  const [left, right, ...others] = own;
  const { table } = join;
  if (left === undefined || right === undefined || others.length > 0 || table.kind !== 'table') return undefined;
  if (left.references !== undefined || right.references !== undefined) return undefined;
  const linked = [...left.columns, ...right.columns];
  if (linked.length !== 2 || linked[0] === linked[1] || !areUnique(table, linked)) return undefined;
  const rest = [...table.columns].filter(([name]) => !linked.includes(name));
  const isPlain = rest.every(([name, column]) => isIncidental(table, name, column) && hasOwnValue(column));
  const member = isPlain ? [] : memberOf(join, linked, options);
  const isTimed = rest.every(([name, column]) => isIncidental(table, name, column));
  if (member === undefined && !isTimed) return undefined;
  const canWrite = linked.every((name) => hasRight('insert', table, name)) && hasRight('delete', table);
  const isData = (name: string): boolean => member?.some((it) => it.column === name && it.write === true) === true;
  const isWritable = canWrite && rest.every(([name, column]) => hasOwnValue(column) || isData(name));
  return { join, links: [left, right], member: member ?? [], isWritable };
}

/**
 * Returns the join tables: the pair of their two foreign keys is unique, and no table references them. Other columns than an id that the
 * database creates and times are the data of memberships if the pair is the id. Otherwise the table is a type.
 */
export function joinTablesOf(
  { tables }: DatabaseSchema,
  chosen: readonly ChosenTable[],
  links: readonly Link[],
  options: DraftOptions,
): readonly JoinTable[] {
  const referenced = new Set(
    [...new Set(tables.values())].flatMap(({ foreignKeys = [] }) => foreignKeys.map((key) => tables.get(key.table))),
  );
  const bySource = Map.groupBy(links, ({ source }) => source);
  const joins = chosen.flatMap((it) => {
    const join = referenced.has(it.table) ? undefined : joinTableOf(it, bySource.get(it) ?? [], options);
    return join === undefined ? [] : [join];
  });
  return joins;
}

/** Returns the names of the join tables of types. */
export function joinTablesIn(types: readonly DraftType[]): ReadonlySet<string> {
  const storages = types.flatMap(({ relationships }) => relationships.map(({ storage }) => storage));
  return new Set(storages.flatMap((storage) => ('through' in storage ? [storage.through] : [])));
}
