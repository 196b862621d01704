import type { DatabaseSchema, DatabaseTable } from '@linkage/kysely';
import { matchesGlob } from '../names/matches-glob.ts';
import { optionText } from '../names/option-text.ts';
import { isHiddenTable } from '../names/secrets.ts';
import { isNamed, secrecyOf } from './drafted-value.ts';
import { type DraftKey, keyOf } from './key-of.ts';
import type { DraftNote, DraftOptions } from './model.ts';

/** A table that becomes a type or a relationship. */
export interface ChosenTable extends DraftKey {
  readonly table: DatabaseTable;
  /** The name of the table in statements. */
  readonly tableName: string;
  /** The schema, unless it is the first one. */
  readonly schema: string | undefined;
}

/** Returns the name of a table in statements: without its schema if statements find it by its name. */
export function tableNameOf({ tables }: DatabaseSchema, table: DatabaseTable): string {
  return tables.get(table.name) === table ? table.name : `${table.schema}.${table.name}`;
}

/** Whether patterns contain the name of a table, with its schema or without it. */
export function isIn({ schema, name }: DatabaseTable, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matchesGlob(`${schema}.${name}`, pattern) || matchesGlob(name, pattern));
}

/** Returns the schemas of a draft: by default, those whose tables statements find by their names. */
function schemasOf({ tables }: DatabaseSchema, { schemas }: DraftOptions): readonly string[] {
  return schemas ?? [...new Set([...tables].flatMap(([key, { name, schema }]) => (key === name ? [schema] : [])))];
}

function keyGiven(
  { schema, name }: DatabaseTable,
  keys: NonNullable<DraftOptions['keys']>,
): readonly string[] | undefined {
  const found = [name, `${schema}.${name}`].find((it) => Object.hasOwn(keys, it));
  return found === undefined ? undefined : keys[found];
}

/** Returns the column of a view that contains the key of a table, and is unique in the rows that were read. A join can repeat it. */
function originKey(
  { tables }: DatabaseSchema,
  table: DatabaseTable,
  { uniqueColumn }: DraftOptions,
): readonly string[] | undefined {
  if (table.origins === undefined || table.primaryKey !== undefined) return undefined;
  const unique = uniqueColumn?.(table);
  const origin = unique === undefined ? undefined : table.origins.get(unique);
  const { primaryKey: key } = (origin && tables.get(origin.table)) ?? {};
  return unique !== undefined && key?.length === 1 && key.at(0) === origin?.column ? [unique] : undefined;
}

/** Whether Kysely reads the name of a table as one name: it splits others, or takes a part of them as an alias. */
function isPlainName(name: string): boolean {
  return !name.includes('.') && !name.includes(' as ') && name === name.trim();
}

/** Returns why a draft leaves a table out, before its key is known. */
function rejectionOf(
  table: DatabaseTable,
  tableName: string,
  { show = [], hasRight }: DraftOptions,
): Omit<DraftNote, 'table'> | undefined {
  const { name, schema, inherits, extension } = table;
  if (!isPlainName(name) || !isPlainName(schema))
    return { kind: 'left out', text: 'its name has a dot, " as ", or a space at an end, which statements cannot name' };
  if (hasRight?.('select', table) === false) return { kind: 'left out', text: 'the account cannot read it' };
  if (inherits !== undefined) return { kind: 'left out', text: `its rows are those of ${inherits.join(', ')}` };
  const option = optionText('show', tableName);
  if (isNamed(table, show)) return undefined;
  if (extension !== undefined) return { kind: 'hidden', text: `of the extension ${extension}`, option };
  if (isHiddenTable(name)) return { kind: 'hidden', text: 'by its name', option };
  return undefined;
}

/** Returns the tables of a draft, and why others are left out. */
export function chooseTables(
  databaseSchema: DatabaseSchema,
  options: DraftOptions,
): { readonly chosen: readonly ChosenTable[]; readonly notes: readonly DraftNote[] } {
  const { tables: patterns = ['*'], except = [], keys = {}, database } = options;
  const schemas = schemasOf(databaseSchema, options);
  const notes: DraftNote[] = [];
  const chosen = [...new Set(databaseSchema.tables.values())].flatMap((table): readonly ChosenTable[] => {
    if (!schemas.includes(table.schema) || table.partitionOf !== undefined) return [];
    if (!isIn(table, patterns) || isIn(table, except)) return [];
    const tableName = tableNameOf(databaseSchema, table);
    const rejection = rejectionOf(table, tableName, options);
    if (rejection !== undefined) {
      notes.push({ table: tableName, ...rejection });
      return [];
    }
    const origin = originKey(databaseSchema, table, options);
    const given = keyGiven(table, keys) ?? origin;
    const key = keyOf(table, given, database);
    if (key === undefined) {
      const unique = options.uniqueColumn?.(table);
      const own = given ?? table.primaryKey ?? [];
      const without = table.kind === 'table' ? 'it has no key' : `a ${table.kind} has no key`;
      const what = own.length === 0 ? without : `its key ${own.join(', ')} has a type that ids cannot have`;
      notes.push({
        table: tableName,
        kind: 'left out',
        text: what,
        ...(unique !== undefined && { option: optionText('key', `${tableName}=${unique}`) }),
      });
      return [];
    }
    const unread = key.key.find((name) => options.hasRight?.('select', table, name) === false);
    if (unread !== undefined) {
      notes.push({ table: tableName, kind: 'left out', text: `the account cannot read its id ${unread}` });
      return [];
    }
    // Documents and URLs contain ids.
    const secret = key.key.find((name) => secrecyOf(table, name, options) !== undefined);
    if (secret !== undefined) {
      const option = optionText('show', `${tableName}.${secret}`);
      notes.push({ table: tableName, kind: 'hidden', text: `its id is ${secret}`, option });
      return [];
    }
    if (key.isGuessed || (origin !== undefined && key.key === origin)) {
      const why = key.isGuessed ? 'is unique' : 'is a key of its table, and unique in the rows of today';
      notes.push({ table: tableName, kind: 'guessed', text: `its id is ${key.key.join(', ')}, which ${why}` });
    }
    return [{ ...key, table, tableName, schema: table.schema === schemas.at(0) ? undefined : table.schema }];
  });
  return { chosen, notes };
}
