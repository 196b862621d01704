import type { DatabaseTable } from '@linkage/kysely';
import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../model/model.ts';

interface Row {
  readonly schema: string;
  readonly table: string;
  readonly check: string;
}

function readPostgres(db: Kysely<unknown>) {
  return sql<Row>`
    select n.nspname as "schema", c.relname as "table", pg_get_expr(k.conbin, k.conrelid) as "check"
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'c' and k.convalidated order by k.oid`.execute(db);
}

/** In MariaDB, the names of constraints are unique in a table only. MySQL does not say the table there. */
async function readMysql(db: Kysely<unknown>, version: string) {
  const isMariadb = version.startsWith('MariaDB');
  const table = sql.raw(isMariadb ? 'k.table_name' : 't.table_name');
  const joined = sql.raw(
    isMariadb
      ? ''
      : 'join information_schema.table_constraints t on t.constraint_schema = k.constraint_schema and t.constraint_name = k.constraint_name',
  );
  return sql<Row>`
    select k.constraint_schema as \`schema\`, ${table} as \`table\`, k.check_clause as \`check\`
    from information_schema.check_constraints k ${joined} order by k.constraint_name`.execute(db);
}

/** A string or a name in quotes, a comment, a word, or a parenthesis. */
const TOKEN = /'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|[\p{L}_][\p{L}\p{N}_$]*|[()]/gu;

/** Returns the expressions of the check constraints in a statement that creates a table. */
function checksIn(statement: string): readonly string[] {
  const checks: string[] = [];
  let depth = 0;
  let previous = '';
  let open: { readonly depth: number; readonly start: number } | undefined;
  for (const { 0: text, index } of statement.matchAll(TOKEN)) {
    if (text.startsWith('--')) continue;
    if (text === '(') {
      if (open === undefined && previous === 'check') open = { depth, start: index + 1 };
      depth += 1;
    } else if (text === ')') {
      depth -= 1;
      if (open?.depth === depth) {
        checks.push(statement.slice(open.start, index));
        open = undefined;
      }
    }
    previous = text.toLowerCase();
  }
  return checks;
}

/** SQLite keeps only the statement that created a table. */
async function readSqlite(db: Kysely<unknown>) {
  const { rows } = await sql<{ readonly table: string; readonly statement: string | null }>`
    select name as "table", sql as "statement" from sqlite_master where type = 'table'`.execute(db);
  const checks = rows.flatMap(({ table, statement }) =>
    checksIn(statement ?? '').map((check): Row => ({ schema: 'main', table, check })),
  );
  return { rows: checks };
}

/** Returns the expressions of the check constraints of each table. */
export async function readChecksOf(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  version: string,
): Promise<(table: Pick<DatabaseTable, 'schema' | 'name'>) => readonly string[]> {
  const read = { postgres: readPostgres, mysql: readMysql, sqlite: readSqlite } as const;
  const { rows } = await read[kind](db, version);
  const known = Map.groupBy(rows, ({ schema, table }) => JSON.stringify([schema, table]));
  return ({ schema, name }) => (known.get(JSON.stringify([schema, name])) ?? []).map(({ check }) => check);
}
