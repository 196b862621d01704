import type {
  DatabaseAction,
  DatabaseColumn,
  DatabaseForeignKey,
  DatabaseIndex,
  DatabaseSchema,
  DatabaseTable,
} from './database-schema.ts';
import type { Flag, SchemaRows, TableRow } from './database-schema-rows.ts';
import type { SqlDialect } from './dialect.ts';
import { addViews } from './views.ts';

type Growing<Value> = { -readonly [Name in keyof Value]: Value[Name] };

type GrowingKey = DatabaseForeignKey & { readonly columns: string[]; readonly references: string[] };

type GrowingIndex = DatabaseIndex & { readonly columns: (string | null)[]; readonly nullsLeast: string[] };

/** A table while its rows are read. */
interface GrowingTable extends Growing<Omit<DatabaseTable, 'indexes'>> {
  readonly columns: Map<string, DatabaseColumn>;
  readonly constraints: Map<string, string[]>;
  readonly indexes: Map<string, GrowingIndex>;
  primaryKey?: string[];
  foreignKeys?: GrowingKey[];
  hidden?: Map<string, DatabaseColumn>;
}

type Tables = ReadonlyMap<string, GrowingTable>;

const isTrue = (flag: Flag): boolean => Number(flag) === 1;

function tableIn(tables: Tables, { schema, table }: TableRow): GrowingTable | undefined {
  return tables.get(`${schema}.${table}`);
}

function tablesOf({ tables: rows }: SchemaRows, system: Map<string, DatabaseColumn>, ignoresCase: boolean) {
  const tables = new Map<string, GrowingTable>();
  for (const { schema, table, found, kind, comment, extension, ...row } of rows) {
    const { partitioned, partition, parents, numbered, quiet, returns } = row;
    const own: GrowingTable = {
      ...{ schema, name: table, kind, ignoresCase, ...(quiet !== undefined && { isQuiet: isTrue(quiet) }) },
      ...{ columns: new Map(), constraints: new Map(), indexes: new Map() },
      ...(isTrue(numbered) && { hidden: system }),
      ...(returns !== undefined && isTrue(returns) && { returnsInserted: true }),
      ...(comment !== null && comment !== '' && { comment }),
      ...(typeof extension === 'string' && { extension }),
      ...(isTrue(partitioned) && { isPartitioned: true }),
      ...(isTrue(partition) ? { partitionOf: String(parents[0]) } : parents.length > 0 && { inherits: parents }),
    };
    tables.set(`${schema}.${table}`, own);
    if (isTrue(found) && !tables.has(table)) tables.set(table, own);
  }
  return tables;
}

/** Returns a column as a database describes its type. */
function columnOf(
  type: string,
  nullable: boolean,
  { typeOf, isIncomparable }: Pick<SqlDialect, 'typeOf' | 'isIncomparable'>,
  comparable?: Flag | null,
): DatabaseColumn {
  const isKnown = comparable !== undefined && comparable !== null;
  return {
    type: typeOf(type),
    typeName: type,
    nullable,
    ...((isKnown ? !isTrue(comparable) : isIncomparable?.(type) === true) && { isIncomparable: true }),
  };
}

function addColumns(tables: Tables, { columns }: SchemaRows, dialect: SqlDialect): void {
  for (const row of columns) {
    const own = tableIn(tables, row);
    if (own === undefined) continue;
    const { column, generated, identity, labels, comment } = row;
    const described: DatabaseColumn = {
      ...columnOf(row.type, isTrue(row.nullable), dialect, row.comparable),
      ...(row.characters !== undefined && { type: { ...dialect.typeOf(row.type), characters: row.characters } }),
      // The expression of a generated column is not a default.
      ...(row.default !== null && (generated === null ? { default: row.default } : { expression: row.default })),
      ...(generated !== null && { generated }),
      ...(row.isRenewed === true && { isRenewed: true }),
      ...(identity !== null && { identity }),
      ...(labels.length > 0 && { labels }),
      ...(comment !== null && comment !== '' && { comment }),
      ...(row.spellings !== undefined && isTrue(row.spellings) && { hasSpellings: true }),
    };
    if (!isTrue(row.hidden)) own.columns.set(column, described);
    else own.hidden = new Map([...(own.hidden ?? []), [column, described]]);
  }
}

function addIndexes(tables: Tables, { keys, constraints, indexes }: SchemaRows): void {
  for (const row of keys) {
    const own = tableIn(tables, row);
    if (own !== undefined) own.primaryKey = [...(own.primaryKey ?? []), row.column];
  }
  for (const row of constraints) {
    const own = tableIn(tables, row)?.constraints;
    own?.set(row.constraint, [...(own.get(row.constraint) ?? []), ...(row.column === null ? [] : [row.column])]);
  }
  for (const row of indexes) {
    const { index: name, column, method } = row;
    const own = tableIn(tables, row)?.indexes;
    const known = own?.get(name);
    const facts = { name, isUnique: isTrue(row.unique), isPartial: isTrue(row.partial), method: method.toLowerCase() };
    const least = column !== null && row.least !== undefined && isTrue(row.least) ? [column] : [];
    if (known === undefined) own?.set(name, { ...facts, columns: [column], nullsLeast: least });
    else {
      known.columns.push(column);
      known.nullsLeast.push(...least);
    }
  }
  for (const { indexes: own, constraints: named } of new Set(tables.values())) {
    for (const { name, isUnique, columns } of own.values()) {
      const stored = columns.filter((it) => it !== null);
      if (isUnique && !named.has(name)) named.set(name, stored);
    }
  }
}

/** Returns the name that a map has for a name in any letter case. */
function nameIn(names: ReadonlyMap<string, unknown>, name: string): string {
  if (names.has(name)) return name;
  const folded = name.toLowerCase();
  return [...names.keys()].find((it) => it.toLowerCase() === folded) ?? name;
}

/** Adds foreign keys. SQLite keeps the names that a statement wrote, in any letter case. */
function addReferences(tables: Tables, { references }: SchemaRows, { ignoresCase }: SqlDialect): void {
  const keys = new Map<string, GrowingKey>();
  for (const row of references) {
    const own = tableIn(tables, row);
    if (own === undefined) continue;
    const { constraint, column, targetColumn } = row;
    const name = JSON.stringify([row.schema, row.table, String(constraint)]);
    const target = `${row.targetSchema}.${row.targetTable}`;
    const key: GrowingKey = keys.get(name) ?? {
      ...(typeof constraint === 'string' && { name: constraint }),
      columns: [],
      table: ignoresCase ? nameIn(tables, target) : target,
      references: [],
      onDelete: row.onDelete.toLowerCase() as DatabaseAction,
      onUpdate: row.onUpdate.toLowerCase() as DatabaseAction,
      ...(row.findsRow === true && { findsRow: true }),
      ...(Number(row.isEnforced) === 1 && { isEnforced: true }),
    };
    if (!keys.has(name)) own.foreignKeys = [...(own.foreignKeys ?? []), key];
    keys.set(name, key);
    key.columns.push(ignoresCase ? nameIn(own.columns, column) : column);
    if (targetColumn === null) continue;
    const columns = tables.get(key.table)?.columns;
    key.references.push(ignoresCase && columns !== undefined ? nameIn(columns, targetColumn) : targetColumn);
  }
}

function indexOf({ nullsLeast, ...index }: GrowingIndex): DatabaseIndex {
  return nullsLeast.length === 0 ? index : { ...index, nullsLeast };
}

/** Returns the database schema of the rows of a database. */
export function databaseSchemaOf(rows: SchemaRows, dialect: SqlDialect): DatabaseSchema {
  const system = new Map(rows.system.map(({ column, type }) => [column, columnOf(type, false, dialect)]));
  const growing = tablesOf(rows, system, dialect.ignoresCase);
  addColumns(growing, rows, dialect);
  addIndexes(growing, rows);
  addReferences(growing, rows, dialect);
  addViews(growing, rows);
  const grown = new Map<GrowingTable, DatabaseTable>();
  for (const table of new Set(growing.values())) {
    const { indexes, ...others } = table;
    grown.set(
      table,
      Object.freeze({ ...others, ...(indexes.size > 0 && { indexes: [...indexes.values()].map(indexOf) }) }),
    );
  }
  return Object.freeze({
    tables: new Map([...growing].map(([name, table]) => [name, grown.get(table) as DatabaseTable])),
  });
}
