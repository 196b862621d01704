import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { dialectOf } from '../dialects/dialect-of.ts';
import { createNodeSqliteDialect } from '../node-sqlite.ts';
import type { Executor } from './transaction.ts';

const db = new Kysely({ dialect: createNodeSqliteDialect(new DatabaseSync(':memory:')) }) as unknown as Executor;
const values = dialectOf(db).keyValues;

/** Returns how SQLite wrote a value into a position, and whether the value that came back is the same. */
async function thereAndBack(literal: string) {
  const key = sql.raw(literal);
  const { rows } = await sql<{ readonly written: null }>`select ${values.write(key, undefined)} as written`.execute(db);
  const written = JSON.parse(JSON.stringify(rows[0]?.written));
  const back = values.read(written);
  const { rows: compared } = await sql<{ readonly same: number }>`select ${key} is ${back} as same`.execute(db);
  return [written, compared[0]?.same];
}

describe('SQLite', () => {
  test.each([
    ['null', null],
    ['7', 'i7'],
    ['-9223372036854775808', 'i-9223372036854775808'],
    ['9007199254740993', 'i9007199254740993'],
    ['0.1 + 0.2', 0.30000000000000004],
    ['-1e308', -1e308],
    ["''", 't'],
    ["'7'", 't7'],
    ["'i7'", 'ti7'],
    ["'ä😀\n'", 'tä😀\n'],
    ["x'00ff10'", 'b00FF10'],
    ["x''", 'b'],
  ])('%s keeps its type and its value', async (literal, written) => {
    expect(await thereAndBack(literal)).toEqual([written, 1]);
  });

  test.each(['', 'x', 'i', 'i1.5', 'i1;', 'bZZ', 'b0'])('%j is not what SQLite has written', (written) => {
    expect(values.read(written)).toBeUndefined();
  });
});
