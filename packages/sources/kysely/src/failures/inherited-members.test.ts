/** Properties that a program has added to `Object.prototype` are not members of errors. */
import { defineApi, type ResourceType } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { mysqlViolation } from './mysql-violation.ts';
import { postgresViolation } from './postgres-violation.ts';
import { sqliteViolation } from './sqlite-violation.ts';
import { violationIn } from './violation.ts';
import { violationError } from './violation-error.ts';

const { types } = defineApi({ people: { attributes: { name: z.string() } } });
const failed = (code: string) => Object.assign(new Error('x'), { code });
const tooLarge = failed('SQLITE_TOOBIG');

/** Runs a function while every object inherits a property, which `for … in` does not find. */
function withInherited(name: string, value: unknown, run: () => unknown): unknown {
  Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
  try {
    return run();
  } finally {
    Reflect.deleteProperty(Object.prototype, name);
  }
}

test.each<[title: string, name: string, value: unknown, run: () => unknown]>([
  [
    'the columns of a violation',
    'columns',
    ['a'],
    () => violationIn(new Error('x'), () => ({ kind: 'unique' }))?.columns,
  ],
  ['the cause of an error', 'cause', tooLarge, () => violationIn(new Error('x'), sqliteViolation)],
  ['the code of an error of SQLite', 'code', 'SQLITE_TOOBIG', () => sqliteViolation(new Error('x'))],
  ['the number of an error of MySQL', 'errno', 1062, () => mysqlViolation(new Error('x'))],
  ['the table of an error of PostgreSQL', 'table', 'x', () => postgresViolation(failed('23505'))],
  ['the column of an error of PostgreSQL', 'column', 'x', () => postgresViolation(failed('23505'))],
  [
    'the table of a failed write',
    'table',
    'x',
    () =>
      violationError(
        { kind: 'not-null', columns: ['name'], table: 'people' },
        { type: types.get('people') as ResourceType, columnOf: (field) => field },
      ).errors,
  ],
])('%s: `%s`', (_, name, value, run) => {
  const expected = run();
  expect(withInherited(name, value, run)).toEqual(expected);
});
