import type { DatabaseForeignKey, DatabaseTable } from '../dialects/database-schema.ts';
import { keyNames } from './key.ts';
import {
  databaseColumn,
  databaseTable,
  type KnownRows,
  type KnownTable,
  type MappedDatabase,
  quoted,
  storedColumnName,
} from './known-table.ts';
import type { ColumnStorage, RelationshipStorage, Table, ThroughStorage } from './table.ts';

/** The columns of a table, as the database schema names them. */
interface Columns {
  readonly table: DatabaseTable;
  readonly names: readonly string[];
}

/** Two tables of the database schema are the same table if they share their columns: one can be under several names. */
function isSame(one: Columns, other: Columns): boolean {
  return one.table.columns === other.table.columns && one.names.join('\0') === other.names.join('\0');
}

function columnsIn(known: KnownTable, names: readonly string[]): Columns {
  return { table: known, names: names.map((name) => storedColumnName(known, name)) };
}

/** Returns what columns reference by a foreign key; undefined if it does not contain all of them. */
function referencedBy(
  { foreignKeys = [] }: DatabaseTable,
  names: readonly string[],
  { databaseSchema }: MappedDatabase,
): readonly { readonly key: DatabaseForeignKey; readonly columns: Columns }[] {
  return foreignKeys.flatMap((key) => {
    const places = names.map((name) => key.columns.indexOf(name));
    const table = databaseSchema?.tables.get(key.table);
    if (table === undefined || places.includes(-1)) return [];
    return [{ key, columns: { table, names: places.map((place) => key.references[place] ?? '') } }];
  });
}

/** Returns the columns whose values contain those of a key: the table of a subtype references that of its supertype by its key. */
function withSupertypes(columns: Columns, database: MappedDatabase): readonly Columns[] {
  const all = [columns];
  for (const { table, names } of all) {
    for (const { columns: above } of referencedBy(table, names, database))
      if (!all.some((it) => isSame(it, above))) all.push(above);
  }
  return all;
}

/** A foreign key of a mapping: its columns, and the table whose ids they contain. */
interface MappedKey {
  readonly where: string;
  /** The member of the mapping that names the columns. */
  readonly member: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly target: Table | undefined;
  /** The columns of the target that they reference. Default: those of its id. */
  readonly references?: readonly string[] | undefined;
}

/** Returns what the database says that the columns of a mapping reference, if it is not the id of the target. */
function otherTarget(
  { where, table, columns, target, references }: MappedKey,
  database: MappedDatabase,
): string | undefined {
  const own = databaseTable(where, table, database);
  const known = target && databaseTable(where, target.name, database);
  if (target === undefined || own === undefined || known === undefined || known.kind !== 'table') return undefined;
  const { names } = columnsIn(own, columns);
  const found = referencedBy(own, names, database);
  if (found.length === 0 && own.kind === 'table')
    database.warn?.(where, `No foreign key of "${table}" says what ${quoted(columns)} references.`);
  const ids = withSupertypes(columnsIn(known, references ?? keyNames(target)), database);
  if (found.some((it) => withSupertypes(it.columns, database).some((above) => ids.some((id) => isSame(id, above)))))
    return undefined;
  // A column can be a part of a longer key, such as the tenant, and reference nothing by itself.
  const other = found.find(({ key }) => key.columns.length === names.length);
  return other && `${quoted(other.columns.names)} of "${other.key.table}"`;
}

function checkKey(mapped: MappedKey, database: MappedDatabase): void {
  const other = otherTarget(mapped, database);
  if (other === undefined) return;
  const { where, member, table, columns, target, references } = mapped;
  const id = quoted(references ?? (target === undefined ? [] : keyNames(target)));
  throw new TypeError(
    `${where}: \`${member}\` must reference ${id} of "${target?.name}", the table of "${target?.type.name}", but in the database ${quoted(columns)} of "${table}" references ${other}.`,
  );
}

function checkJoinTable(where: string, own: Table, part: ThroughStorage, database: MappedDatabase): void {
  const { table, from, to, typed, isUnchecked, target } = part;
  const key = (member: string, column: string, referenced: Table | undefined): MappedKey => ({
    ...{ where, member, table, columns: [column], target: referenced },
  });
  const [left, right] = [key('from', from, own), key('to', to, target)];
  const isWrong = (mapped: MappedKey): boolean => otherTarget(mapped, database) !== undefined;
  const isSwapped = !isWrong({ ...left, columns: [to] }) && !isWrong({ ...right, columns: [from] });
  if (isWrong(left) && isWrong(right) && isSwapped)
    throw new TypeError(
      `${where}: \`from\` and \`to\` must be swapped: in the database, "${to}" of "${table}" references "${own.name}", and "${from}" references "${target?.name}".`,
    );
  // A column of ids of several types does not have a foreign key to each of their tables.
  if (typed === undefined || isUnchecked) checkKey(left, database);
  if (typed === undefined || !isUnchecked) checkKey(right, database);
}

const keyOf = ({ columns, references }: Pick<ColumnStorage, 'columns' | 'references'>) => ({ columns, references });

/**
 * Compares the mapping of a relationship with the foreign keys that the database schema contains.
 *
 * @throws {TypeError} If a foreign key references other columns than the id of the type that the mapping says.
 */
export function checkReferences(
  where: string,
  storage: Exclude<RelationshipStorage, { kind: 'mixed' }>,
  own: Table,
  database: MappedDatabase,
): void {
  if (storage.kind === 'through') checkJoinTable(where, own, storage, database);
  if (storage.kind === 'column')
    checkKey({ ...{ where, member: 'column', table: own.name, target: storage.target }, ...keyOf(storage) }, database);
  if (storage.kind === 'foreign-key' && storage.typed === undefined)
    checkKey(
      { ...{ where, member: 'foreignKey', table: storage.target.name, target: own }, ...keyOf(storage) },
      database,
    );
}

/** Returns what the database schema declares about the rows of the target that a column of a table references. */
export function knownRows(
  where: string,
  name: string,
  { columns, target, references }: Pick<ColumnStorage, 'columns' | 'target' | 'references'>,
  database: MappedDatabase,
): KnownRows {
  const own = databaseTable(where, name, database);
  const known = target && databaseTable(where, target.name, database);
  const [column] = columns;
  if (target === undefined || own === undefined || known === undefined || column === undefined || columns.length > 1)
    return {};
  const id = columnsIn(known, references ?? keyNames(target));
  const found = referencedBy(own, columnsIn(own, columns).names, database).filter(
    ({ key, columns: referenced }) => key.columns.length === 1 && isSame(referenced, id),
  );
  const isNeverNull = databaseColumn(own, column)?.nullable === false;
  return {
    ...(found.some(({ key }) => key.findsRow === true) && { finds: isNeverNull ? 'always' : 'unless null' }),
    ...(found.some(({ key }) => key.isEnforced === true) && { isEnforced: true }),
  };
}
