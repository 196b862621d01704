import { oncePer, setOwn, storedAttributes } from '@linkage/core/internal';
import type { Selection } from '@linkage/server';
import { type AliasedRawBuilder, type Expression, sql } from 'kysely';
import type { ColumnCodec } from '../dialects/column-codec.ts';
import type { Unread } from '../dialects/unreadable.ts';
import { keyNames } from '../mapping/key.ts';
import { VERSION } from '../mapping/stored-fields.ts';
import { type Column, type ColumnStorage, columnIn, columnOf, type Table } from '../mapping/table.ts';
import { keyAt, readKey } from './key-columns.ts';
import { decodeLinkage, readLinkage } from './polymorphic-linkage.ts';
import { filteredIdOf } from './row-filter.ts';

/** The alias of the table whose rows become records. */
export const MEMBER = 'member';

/** One selected column, and its field in the record. */
interface SelectedColumn {
  readonly alias: string;
  readonly name: string;
  readonly field: string;
  /** Selects the value of the column; undefined if the driver reads the column without loss. */
  readonly read: ColumnCodec['read'];
  /** Returns what is selected from the rows of an alias, if it is not one column. */
  readonly expression: ((alias: string | undefined) => Expression<unknown>) | undefined;
  /** The attribute, if an expression computes it. */
  readonly computed: Column | undefined;
  readonly decode: ((stored: unknown) => unknown) | undefined;
  /** Whether `decode` returns strings and safe integers as they are. */
  readonly keepsPlain: boolean;
  readonly unread: Unread | undefined;
  readonly empty: null | undefined;
}

/** A record of the sources: fields by name. */
export interface SourceRow {
  readonly id: string | number;
}

/** A row of Kysely. */
export type Row = Readonly<Record<string, unknown>>;

/** The columns behind a selection, and a record that has all of its fields. */
export interface SelectedColumns {
  readonly list: readonly SelectedColumn[];
  /** The name of the table in a statement that writes it. */
  readonly written: string | undefined;
  /** A clone has its final shape from the start, which is faster than to add one field after the other. */
  readonly template: Readonly<Record<string, unknown>>;
}

/** A column that is read as it is. */
const plain = {
  ...{ read: undefined, decode: undefined, expression: undefined },
  ...{ computed: undefined, unread: undefined, keepsPlain: false },
} as const;

/** Returns an id in a form that records can have: the text of a number with a fraction, or of bytes, whose row no request finds. */
function idValue(stored: unknown): unknown {
  if (stored instanceof Uint8Array)
    return `x'${Array.from(stored, (byte) => byte.toString(16).padStart(2, '0')).join('')}'`;
  return typeof stored === 'number' && !Number.isSafeInteger(stored) ? String(stored) : stored;
}

/** Returns how a key of a table is selected. One column is selected by its name. */
function keyColumn(table: Table | undefined, names: readonly string[]) {
  const name = names[0] as string;
  if (names.length > 1)
    return { ...plain, name, expression: (alias: string | undefined) => readKey(table, keyAt(alias, names)) };
  return { ...plain, name, read: table?.codecs.at(0)?.read, decode: idValue, keepsPlain: true };
}

/** Returns the selected column of a to-one relationship. */
function foreignKeyColumn(part: ColumnStorage) {
  const { columns, references, target } = part;
  const isId = target === undefined || references === undefined;
  const read = { ...keyColumn(target, isId ? columns : keyNames(target)), empty: null };
  if (target === undefined || (isId && !target.isLinkedByRow)) return read;
  // Linkage to a row that the row filter excludes does not exist. A collation can find an id in another spelling.
  return {
    ...read,
    read: undefined,
    expression: (alias: string | undefined) => sql`(${filteredIdOf(target, keyAt(alias, columns), references)})`,
  };
}

/** Returns the columns of a selection: the id, the attributes, and the foreign keys of to-one relationships. */
export function selectedColumns(table: Table, selection: Selection): SelectedColumns {
  const columns: Omit<SelectedColumn, 'alias'>[] = [{ ...keyColumn(table, keyNames(table)), field: 'id', empty: null }];
  for (const field of selection.attributes) {
    const column = columnOf(table, field);
    const { name = '', decode, keepsPlain, unread, codec, empty, expression } = column;
    const computed = expression === undefined ? undefined : column;
    columns.push({ ...plain, name, field, decode, keepsPlain, unread, empty, read: codec.read, computed });
  }
  for (const field of selection.relationships) {
    const storage = table.storages.get(field);
    if (storage?.kind === 'column') columns.push({ ...foreignKeyColumn(storage), field });
    else if (storage?.kind === 'polymorphic') {
      const expression = (alias: string | undefined) => readLinkage(table, storage, alias);
      const decode = (stored: unknown) => decodeLinkage(table, field, storage, String(stored));
      columns.push({ ...plain, name: storage.typeColumn, field, empty: null, expression, decode });
    } else if (!table.type.relationships.has(field)) {
      throw new TypeError(`Type "${table.type.name}" does not have a relationship ${JSON.stringify(field)}.`);
    }
  }
  // An undefined version is not a version, and the server rejects it.
  if (table.version !== undefined) columns.push({ ...plain, name: table.version, field: VERSION, empty: undefined });
  const template: Record<string, unknown> = {};
  for (const { field } of columns) setOwn(template, field, null);
  // Use numbered aliases: a field name can be too long for a database, or be changed by a plugin for letter case.
  const list = columns.map((column, index) => ({ ...column, alias: `c${index}` }));
  return { list, written: table.name.split('.').at(-1), template };
}

/** Returns a selection of all fields of a type that records contain. */
export const allFields: (table: Table) => Selection = oncePer(({ type }) =>
  Object.freeze({
    attributes: Object.freeze(new Set(storedAttributes(type))),
    relationships: Object.freeze(new Set(type.relationships.keys())),
  }),
);

/** Returns the columns for selecting or returning them. Returned columns must not have a table name, except those within a subquery. */
export function expressionsOf(
  { list, written }: SelectedColumns,
  table: { readonly name?: string } = {},
): AliasedRawBuilder<unknown, string>[] {
  const path = table.name === undefined ? [] : [table.name];
  return list.map(({ alias, name, read, expression, computed }) => {
    const own = computed === undefined ? sql.id(...path, name) : columnIn(computed, String(table.name));
    const column = expression === undefined ? own : expression(table.name ?? written);
    return (read === undefined ? sql`${column}` : read(sql`${column}`)).as(alias);
  });
}

/** Returns the version of a record. */
export function versionOf(record: object): number | bigint | string {
  return (record as Row)[VERSION] as number;
}

/** Returns the records of rows. */
export function recordsOf(columns: SelectedColumns, rows: readonly Row[]): SourceRow[] {
  // A copy has the final length from the start.
  const records: (Row | SourceRow)[] = rows.slice();
  for (let index = 0; index < rows.length; index++) records[index] = recordOf(columns, rows[index] as Row);
  return records as SourceRow[];
}

/** Returns the record of a row. */
export function recordOf({ list, template }: SelectedColumns, row: Row): SourceRow {
  const record: Record<string, unknown> = { ...template };
  for (const { alias, field, decode, keepsPlain, unread, empty } of list) {
    const stored = row[alias];
    if (stored === null || stored === undefined) record[field] = empty;
    else if (decode === undefined || (keepsPlain && (typeof stored === 'string' || Number.isSafeInteger(stored))))
      record[field] = stored;
    else
      try {
        record[field] = decode(stored);
      } catch (error) {
        if (unread === undefined) throw error;
        record[field] = unread(error, record['id']);
      }
  }
  return record as unknown as SourceRow;
}
