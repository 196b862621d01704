import type {
  DatabaseColumn,
  DatabaseForeignKey,
  DatabaseIndex,
  DatabaseOrigin,
  DatabaseTable,
} from './database-schema.ts';
import type { Flag, SchemaRows } from './database-schema-rows.ts';

/** The parts of a table that a view of its rows has, too. */
interface GrowingView {
  readonly schema: string;
  readonly name: string;
  readonly kind: DatabaseTable['kind'];
  readonly columns: Map<string, DatabaseColumn>;
  readonly constraints: Map<string, string[]>;
  readonly indexes: Map<string, DatabaseIndex & { readonly columns: (string | null)[]; readonly nullsLeast: string[] }>;
  primaryKey?: string[];
  foreignKeys?: DatabaseForeignKey[];
  origins?: ReadonlyMap<string, DatabaseOrigin>;
  writes?: DatabaseTable['writes'];
}

const isTrue = (flag: Flag | undefined): boolean => Number(flag) === 1;

/** Whether new rows need a value of a column, because the database has none. */
function isRequired({ nullable, default: value, identity, generated }: DatabaseColumn): boolean {
  return !nullable && value === undefined && identity === undefined && generated === undefined;
}

/** Adds the values that the database makes for columns of a table to the columns of a view that contain them. */
function addMadeValues(view: GrowingView, of: string, table: GrowingView, isSameRow: boolean): void {
  for (const [name, origin] of view.origins ?? []) {
    const [known, from] = [view.columns.get(name), table.columns.get(origin.column)];
    if (known === undefined || from === undefined || origin.table !== of) continue;
    const { nullable, default: value, identity, generated, isRenewed } = from;
    const made = {
      ...(value !== undefined && { default: value }),
      ...(identity !== undefined && { identity }),
      ...(generated !== undefined && { generated }),
      ...(isRenewed === true && { isRenewed }),
    };
    view.columns.set(name, { ...made, ...known, ...(isSameRow && { nullable }) });
  }
}

/** Adds what a view has of the table whose rows it contains: keys, indexes, and what the database knows of each column. */
function addRowsOf(
  view: GrowingView,
  table: GrowingView,
  own: ReadonlyMap<string, readonly string[]>,
  isTriggered: boolean,
): void {
  const nameOf = (column: string | null): string | null => (column === null ? null : (own.get(column)?.at(0) ?? null));
  const allOf = (columns: readonly (string | null)[]): string[] | undefined => {
    const names = columns.map(nameOf).filter((it) => it !== null);
    return names.length === columns.length ? names : undefined;
  };
  const key = table.primaryKey && allOf(table.primaryKey);
  if (key !== undefined) view.primaryKey = key;
  // Messages of the database name the columns of the table.
  for (const [name, columns] of table.constraints) view.constraints.set(name, columns);
  for (const [name, index] of table.indexes)
    view.indexes.set(name, {
      ...index,
      columns: index.columns.map(nameOf),
      nullsLeast: index.nullsLeast.map(nameOf).filter((it) => it !== null),
    });
  if (isTriggered) return;
  for (const [name, known] of view.columns)
    if (view.origins?.has(name) !== true) view.columns.set(name, { ...known, generated: 'virtual' });
  const isLacking = [...table.columns].some(([name, column]) => isRequired(column) && !own.has(name));
  if (isLacking) view.writes = view.writes?.filter((it) => it !== 'insert');
}

/** Adds the foreign keys whose columns a view contains. Its rows can be those of an outer join. */
function addForeignKeys(view: GrowingView, table: GrowingView, own: ReadonlyMap<string, readonly string[]>): void {
  for (const { findsRow, isEnforced, ...key } of table.foreignKeys ?? []) {
    const all = key.columns.map((it) => own.get(it) ?? []);
    // Of a table that is joined twice, columns of different rows would be combined.
    if (all.some((names) => names.length === 0 || (names.length > 1 && all.length > 1))) continue;
    for (const name of all.at(0) ?? [])
      view.foreignKeys = [...(view.foreignKeys ?? []), { ...key, columns: all.length === 1 ? [name] : all.flat() }];
  }
}

/** Adds to views what follows from the tables of which their columns come. */
export function addViews(
  tables: ReadonlyMap<string, GrowingView>,
  { views, origins }: Pick<SchemaRows, 'views' | 'origins'>,
): void {
  const given = Map.groupBy(origins, ({ schema, table }) => `${schema}.${table}`);
  const rows = new Map(views.map((row) => [`${row.schema}.${row.table}`, row]));
  const done = new Set<string>();
  const add = (name: string): void => {
    const view = tables.get(name);
    if (view === undefined || done.has(name)) return;
    done.add(name);
    const found = new Map<string, DatabaseOrigin>();
    for (const { column, targetSchema, targetTable, targetColumn } of given.get(name) ?? []) {
      const source = `${targetSchema}.${targetTable}`;
      add(source);
      const from = tables.get(source);
      if (from === undefined) continue;
      found.set(column, from.origins?.get(targetColumn) ?? { table: source, column: targetColumn });
    }
    const row = rows.get(name);
    if (row !== undefined) {
      view.writes = (['insert', 'update', 'delete'] as const).filter((it) => isTrue(row[it]));
      if (found.size > 0) view.origins = found;
      const byTable = Map.groupBy(found, ([, origin]) => origin.table);
      for (const [of, columns] of byTable) {
        const table = tables.get(of);
        if (table === undefined) continue;
        const own = new Map(
          [...Map.groupBy(columns, ([, origin]) => origin.column)].map(([it, all]) => [it, all.map(([own]) => own)]),
        );
        const isSameRow = isTrue(row.simple) && byTable.size === 1;
        // A trigger inserts rows of the tables.
        if (isSameRow || isTrue(row.triggered)) addMadeValues(view, of, table, isSameRow);
        if (isSameRow) addRowsOf(view, table, own, isTrue(row.triggered));
        addForeignKeys(view, table, own);
      }
    }
  };
  for (const name of rows.keys()) add(name);
}
