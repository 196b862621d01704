import type { DatabaseSchema } from '@linkage/kysely';
import { databaseSchemaOf, type dialectOf, type SchemaRows } from '@linkage/kysely/internal';
import { type Column, getTableName, is, SQL, type Table } from 'drizzle-orm';
import { type Names, schemaOf } from './names.ts';
import { factsOf, partColumn, primaryKeyOf } from './table-facts.ts';

type Rows = { -readonly [Name in keyof SchemaRows]: SchemaRows[Name][number][] };

/**
 * Returns the default of a column in the database: an expression makes values, also if it numbers the rows. It is not the text of the
 * expression, which only the database schema has. Functions of the schema are not defaults of the database.
 */
function defaultOf({ default: value, hasDefault, defaultFn, onUpdateFn }: Column): string | null {
  if (value !== undefined && !is(value, SQL)) return 'default';
  return value !== undefined || (hasDefault && defaultFn === undefined && onUpdateFn === undefined)
    ? 'default()'
    : null;
}

function addColumn(
  rows: Rows,
  place: { readonly schema: string; readonly table: string },
  column: Column,
  name: string,
) {
  const { generated, generatedIdentity, enumValues } = column;
  rows.columns.push({
    ...place,
    column: name,
    type: column.getSQLType(),
    nullable: !column.notNull,
    hidden: false,
    default: defaultOf(column),
    generated: generated === undefined ? null : 'stored',
    identity: generatedIdentity === undefined ? null : generatedIdentity.type === 'always' ? 'always' : 'by default',
    labels: enumValues ?? [],
    comment: null,
  });
}

function addTable(rows: Rows, table: Table, schema: string, names: Names): void {
  const facts = factsOf(table);
  const place = { schema: schemaOf(table) ?? schema, table: getTableName(table) };
  rows.tables.push({
    ...place,
    ...{ found: schemaOf(table) === undefined, kind: 'table', comment: null, parents: [] },
    // A schema does not contain triggers.
    ...{ partitioned: false, partition: false, numbered: false, quiet: undefined },
  });
  const addUnique = (index: string, columns: readonly (string | null)[], partial: boolean, method = 'btree'): void => {
    for (const column of columns) rows.indexes.push({ ...place, index, column, unique: true, partial, method });
  };
  for (const column of facts.columns) {
    const name = names.column(column);
    addColumn(rows, place, column, name);
    if (column.isUnique) addUnique(column.uniqueName ?? `${place.table}_${name}_unique`, [name], false);
  }
  for (const column of primaryKeyOf(facts)) rows.keys.push({ ...place, column: names.column(column) });
  for (const unique of facts.uniqueConstraints) {
    const columns = unique.columns.map(names.column);
    addUnique(unique.name ?? unique.getName() ?? columns.join('_'), columns, false);
  }
  for (const [number, { config }] of facts.indexes.entries()) {
    for (const part of config.columns) {
      const column = partColumn(facts, part);
      rows.indexes.push({
        ...place,
        index: config.name ?? `index ${number}`,
        column: column === undefined ? null : names.column(column),
        ...{ unique: config.unique === true, partial: config.where !== undefined, method: config.method ?? 'btree' },
      });
    }
  }
  for (const key of facts.foreignKeys) {
    const { columns, foreignColumns, foreignTable } = key.reference();
    for (const [index, column] of columns.entries()) {
      const target = foreignColumns[index];
      rows.references.push({
        ...place,
        constraint: key.getName(),
        column: names.column(column),
        targetSchema: schemaOf(foreignTable) ?? schema,
        targetTable: getTableName(foreignTable),
        targetColumn: target === undefined ? null : names.column(target),
        onDelete: key.onDelete ?? 'no action',
        onUpdate: key.onUpdate ?? 'no action',
      });
    }
  }
}

/** The schema of tables without one. The name only appears in the database schema. */
const defaults = { postgres: 'public', sqlite: 'main', mysql: 'database' } as const;

/** Returns the database schema that the tables of a schema of Drizzle describe. */
export function databaseSchemaOfTables(
  tables: Iterable<Table>,
  dialect: ReturnType<typeof dialectOf>,
  names: Names,
): DatabaseSchema {
  const rows: Rows = {
    ...{ tables: [], system: [], columns: [], keys: [], constraints: [], indexes: [], references: [] },
    ...{ views: [], origins: [] },
  };
  for (const table of new Set(tables)) addTable(rows, table, defaults[dialect.name], names);
  // Without the text, a value that an insert does not return cannot be read.
  if (!dialect.returning)
    rows.columns = rows.columns.map((row) => ({ ...row, default: row.default === null ? null : 'default' }));
  return databaseSchemaOf(rows, dialect);
}
