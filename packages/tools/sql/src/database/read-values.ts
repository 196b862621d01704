import type { DatabaseSchema, DatabaseTable } from '@linkage/kysely';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { canBeSecret } from '../model/drafted-value.ts';
import { keyOf } from '../model/key-of.ts';
import type { DatabaseKind, DraftOptions } from '../model/model.ts';
import { singularOf } from '../names/inflect.ts';
import { isSecretText } from '../names/secrets.ts';
import type { HasRight } from './read-rights.ts';

/** The rows of a table, and the characters of a string, that are compared with known secrets. */
const MAX_ROWS = 100;
const MAX_CHARACTERS = 300;
/** The rows in which a column must be unique, and the columns that are tried. */
const MAX_COUNTED = 100_000;
const MAX_TRIED = 3;

/** A database whose values are read. */
interface ValuedDatabase {
  readonly db: Kysely<unknown>;
  readonly kind: DatabaseKind;
  readonly databaseSchema: DatabaseSchema;
  readonly hasRight: HasRight;
}

/** Returns no rows if a statement fails: a view can be broken, or take too long. */
async function rowsOf<Row>(statement: RawBuilder<Row>, db: Kysely<unknown>): Promise<readonly Row[]> {
  try {
    return (await statement.execute(db)).rows;
  } catch {
    return [];
  }
}

/** Returns the columns of a table of which some values look like secrets. */
async function secretColumns(
  { db, kind, hasRight }: ValuedDatabase,
  table: DatabaseTable,
): Promise<ReadonlySet<string>> {
  const names = [...table.columns].flatMap(([name, column]) =>
    canBeSecret(column, ['values']) && hasRight('select', table, name) ? [name] : [],
  );
  if (names.length === 0) return new Set();
  const text = sql.raw(kind === 'mysql' ? 'char' : 'text');
  const columns = names.map(
    (name, index) =>
      sql`substr(cast(${sql.id(name)} as ${text}), 1, ${sql.lit(MAX_CHARACTERS)}) as ${sql.id(`c${index}`)}`,
  );
  const rows = await rowsOf(
    sql<
      Readonly<Record<string, unknown>>
    >`select ${sql.join(columns)} from ${sql.id(table.schema, table.name)} limit ${sql.lit(MAX_ROWS)}`,
    db,
  );
  return new Set(names.filter((_, index) => rows.some((row) => isSecretText(String(row[`c${index}`])))));
}

/** Returns the columns of a table that look like an id, the most likely one first. */
function likelyIds(table: DatabaseTable, database: DatabaseKind): readonly string[] {
  const own = `${singularOf(table.name.toLowerCase())}id`;
  const rank = (name: string): number => {
    const plain = name.toLowerCase().replaceAll('_', '');
    return plain === 'id' ? 0 : plain === own.replaceAll('_', '') ? 1 : plain.endsWith('id') ? 2 : 3;
  };
  const names = [...table.columns.keys()].filter((name) => keyOf(table, [name], database) !== undefined);
  return names.toSorted((one, other) => rank(one) - rank(other)).slice(0, MAX_TRIED);
}

/** Returns a column without NULL whose values differ, as far as a bounded number of rows tells. */
async function uniqueColumnOf({ db, kind }: ValuedDatabase, table: DatabaseTable): Promise<string | undefined> {
  for (const name of likelyIds(table, kind)) {
    const column = sql.id(name);
    const [row] = await rowsOf(
      sql<{ readonly every: unknown; readonly different: unknown }>`
        select count(*) as ${sql.id('every')}, count(distinct ${column}) as ${sql.id('different')}
        from (select ${column} from ${sql.id(table.schema, table.name)} limit ${sql.lit(MAX_COUNTED)}) as counted`,
      db,
    );
    if (row !== undefined && Number(row.every) > 0 && String(row.every) === String(row.different)) return name;
  }
  return undefined;
}

/** Reads what the values of a database say: which columns contain secrets, and which ones identify the rows of a table without a key. */
export async function readValues(
  database: ValuedDatabase,
  schemas: readonly string[] = [],
): Promise<Required<Pick<DraftOptions, 'hasSecrets' | 'uniqueColumn'>>> {
  const unique = new Map<string, string | undefined>();
  const placeOf = ({ schema, name }: DatabaseTable): string => JSON.stringify([schema, name]);
  const found = new Map<string, ReadonlySet<string>>();
  for (const table of new Set(database.databaseSchema.tables.values())) {
    if (!schemas.includes(table.schema) || table.partitionOf !== undefined || !database.hasRight('select', table))
      continue;
    found.set(placeOf(table), await secretColumns(database, table));
    if (keyOf(table, undefined, database.kind) === undefined)
      unique.set(placeOf(table), await uniqueColumnOf(database, table));
  }
  return {
    hasSecrets: (table, column) => found.get(placeOf(table))?.has(column) === true,
    uniqueColumn: (table) => unique.get(placeOf(table)),
  };
}
