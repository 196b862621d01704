/** Executes a request with Kysely sources on SQLite in WebAssembly, and shows the statements. */
import { createKyselySources } from '@linkage/kysely';
import { createServer, memoryRecords } from '@linkage/server';
import { Kysely } from 'kysely';
import type { SqlJs } from 'sql.js';
import { respond } from '../answer-question.ts';
import { accessOf, callersOf } from '../callers.ts';
import type { Answer, Inputs } from '../question.ts';
import { readRecords } from '../read-records.ts';
import { readDeclaration } from '../reader/read-declaration.ts';
import { mappingOf, type PlannedRow, quoted, rowsOf, tableStatements } from './create-tables.ts';
import { formatParameter, formatSql } from './format-sql.ts';
import { planTables } from './plan-tables.ts';
import { createSqlJsDialect } from './sql-js-dialect.ts';

/** A statement that was executed. */
interface Executed {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The document of SQL sources, for tests, and the statements as the text of the answer. */
export interface SqlAnswer extends Answer {
  readonly document?: string;
}

/** Answers a question about statements. Does not reject. */
export async function answerSql(question: Inputs, sqlJs: SqlJs): Promise<SqlAnswer> {
  try {
    return await executeRequest(question, sqlJs);
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

function insertStatement({ table, values }: PlannedRow): string {
  const names = values.map(([name]) => quoted(name)).join(', ');
  return `insert into ${quoted(table)} (${names}) values (${values.map(() => '?').join(', ')})`;
}

async function executeRequest(question: Inputs, sqlJs: SqlJs): Promise<SqlAnswer> {
  const { api, mistake, names } = readDeclaration(question.declaration);
  if (api === undefined) return { mistake };
  const callers = callersOf(names.get('callers'));
  const read = readRecords(api, question.records);
  if (!('sources' in read)) return { recordsMistake: read.recordsMistake };
  const tables = planTables(api);
  const creation = tableStatements(tables);
  const database = new sqlJs.Database();
  try {
    for (const statement of creation) database.run(statement);
    for (const row of rowsOf(tables, await memoryRecords(read.sources))) {
      database.run(
        insertStatement(row),
        row.values.map(([, value]) => value),
      );
    }
    const executed: Executed[] = [];
    const db = new Kysely<Record<string, Record<string, unknown>>>({
      dialect: createSqlJsDialect(database),
      log: ({ query: { sql, parameters } }) => void executed.push({ sql, parameters }),
    });
    const sources = createKyselySources(api, db, mappingOf(tables) as never);
    const server = createServer(api, sources as never, {
      onError: () => undefined,
      ...(callers !== undefined && accessOf(api, callers, question.caller)),
    });
    const description = await server.describe();
    const { status, text: document = '' } = await respond(server, question);
    const count = executed.length === 1 ? '1 statement' : `${executed.length} statements`;
    const known = callers === undefined ? {} : { callers: [...callers.keys()] };
    return {
      ...known,
      description,
      document,
      text: textOf(executed, creation),
      note: `Status ${status}, ${count} on SQLite`,
    };
  } finally {
    database.close();
  }
}

function textOf(executed: readonly Executed[], creation: readonly string[]): string {
  const statements = executed.map(({ sql, parameters }, index) => {
    const given = parameters.length === 0 ? '' : `\n-- Parameters: ${parameters.map(formatParameter).join(', ')}`;
    return `-- Statement ${index + 1}${given}\n${formatSql(sql)};`;
  });
  return [
    ...(statements.length === 0 ? ['-- The request did not need a statement.'] : statements),
    `-- The tables of the playground\n${creation.map((it) => `${it};`).join('\n')}`,
    '',
  ].join('\n\n');
}
