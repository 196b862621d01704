import type { DatabaseForeignKey } from '../dialects/database-schema.ts';
import { databaseColumn, databaseTable, type MappedDatabase } from './known-table.ts';
import type { SharedTables } from './returns-written.ts';
import { memberPartsOf, type Table } from './table.ts';

/** Whether nothing that the database schema knows, such as a trigger, changes other rows when rows of a type are written. */
function isQuiet({ name }: Table, database: MappedDatabase): boolean {
  return databaseTable('createKyselySources', name, database)?.isQuiet !== false;
}

/** Returns the columns of a table that writes of related types change. */
function columnsOfOthers(table: Table, tables: readonly Table[]): ReadonlySet<string | undefined> {
  const parts = tables.flatMap(({ storages }) => [...storages.values()].flatMap(memberPartsOf));
  const own = parts.filter((part) => part.kind === 'foreign-key' && part.target === table);
  return new Set(
    own.flatMap((part) => [...('columns' in part ? part.columns : []), part.typed?.column, table.version]),
  );
}

/**
 * Returns the fields of each type that the row of a resource stores, and that no write of another type changes. Without a database schema, and over the schema of an ORM, the
 * mapping says what is a table, and that no trigger writes to it.
 *
 * @param shared The tables that writes of several types change.
 */
export function storedFields(
  tables: readonly Table[],
  shared: SharedTables,
  database: MappedDatabase,
): (table: Table) => readonly string[] {
  const areQuiet = tables.every((table) => isQuiet(table, database));
  return (table) => {
    // Whether a row is a resource can depend on other rows.
    if (!areQuiet || shared.has(table) || table.rowFilter?.isExpression === true) return [];
    const others = columnsOfOthers(table, tables);
    const attributes = [...table.columns].filter(([, it]) => it.expression === undefined && !others.has(it.name));
    const links = [...table.storages].filter(
      ([, it]) => it.kind === 'column' && it.target?.rowFilter === undefined && it.references === undefined,
    );
    return Object.freeze(['id', ...[...attributes, ...links].map(([name]) => name)]);
  };
}

/** Returns the attributes whose columns an update can write without naming them: those of the mapping, and those that the database generates. */
export function derivedFields({ name: table, known, columns, onUpdate, version = '' }: Table): readonly string[] {
  const own = new Set([version, ...Object.keys(onUpdate)].map((name) => name.toLowerCase()));
  const stored = known(table);
  const isDerived = (name: string): boolean => {
    const column = stored && databaseColumn(stored, name);
    return own.has(name.toLowerCase()) || column?.generated !== undefined || column?.isRenewed === true;
  };
  return [...columns].flatMap(([attribute, { name }]) => (name !== undefined && isDerived(name) ? [attribute] : []));
}

/** The field of a record's version, and of conditions on it. Attributes cannot have this name. */
export const VERSION = '@version';

/**
 * Returns the attributes that a version column determines, if every write of the row changes it: those that are columns of a table.
 * Expressions, and columns of views, can depend on other rows, the time, or the call.
 */
function versionedAttributes({ columns, version, name }: Table, database: MappedDatabase): readonly string[] {
  const known = databaseTable('createKyselySources', name, database);
  if (version === undefined || known?.kind !== 'table') return [];
  // A version of NULL stays NULL when it is counted up.
  if (databaseColumn(known, version)?.nullable !== false) return [];
  return [...columns].filter(([, { expression }]) => expression === undefined).map(([attribute]) => attribute);
}

/** Returns the links of the row that no write changes without its version: neither one of these sources nor an action of a foreign key. */
function versionedLinks({ known, name, storages }: Table, stored: readonly string[]): readonly string[] {
  const { foreignKeys } = known(name) ?? {};
  const isKept = ({ onDelete, onUpdate }: DatabaseForeignKey): boolean =>
    !onDelete.startsWith('set') && (onUpdate === 'no action' || onUpdate === 'restrict');
  return stored.filter((it) => {
    const storage = storages.get(it);
    if (storage?.kind !== 'column') return false;
    return foreignKeys?.every((key) => isKept(key) || !storage.columns.some((column) => key.columns.includes(column)));
  });
}

/**
 * Declares the version column of a table: what it determines, and how writes compare it.
 *
 * @param stored The fields that no write of another type changes, except the links of their relationships.
 * @param countsWrites Whether every write of the row changes the column, also by other programs.
 */
export function versionStatements<Version, Find>(
  table: Table,
  database: MappedDatabase,
  [stored, countsWrites]: readonly [stored: readonly string[], countsWrites: boolean],
  { version, find, methods }: { version: Version; find: Find; methods: readonly ((...given: never) => unknown)[] },
): object {
  const versioned = countsWrites && {
    versioned: Object.freeze({ find, attributes: versionedAttributes(table, database) }),
  };
  if (table.version === undefined) return { ...versioned };
  const compared = { methods, version, field: VERSION, relationships: versionedLinks(table, stored) };
  const isOwn = table.columns.get(VERSION)?.name === table.version;
  return { version, ...versioned, ...(isOwn && { comparesVersion: Object.freeze(compared) }) };
}

/** Declares the relationships of which methods reject linkage of resources that do not exist: the database does, or they count the members. */
export function checkedLinks<Method>(
  { storages }: Table,
  methods: readonly Method[],
): { readonly methods: readonly Method[]; readonly relationships: readonly string[] } {
  const relationships = [...storages].flatMap(([name, storage]) => {
    const isEnforced = storage.kind === 'foreign-key' || ('isEnforced' in storage && storage.isEnforced === true);
    if (!isEnforced || storage.target === undefined) return [];
    // A row that its type does not show, and an id that the database reads in another way, count as missing.
    const { isLinkedByRow, codecs } = storage.target;
    return !isLinkedByRow && codecs.every(({ isExact }) => isExact) ? [name] : [];
  });
  return Object.freeze({ methods: Object.freeze(methods), relationships });
}
