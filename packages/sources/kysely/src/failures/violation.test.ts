import { attribute, defineApi, JsonApiError, type ResourceType } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { mysqlViolation } from './mysql-violation.ts';
import { postgresViolation } from './postgres-violation.ts';
import { sqliteViolation } from './sqlite-violation.ts';
import { type DriverError, type Violation, violationIn } from './violation.ts';
import { type FailedWrite, violationError } from './violation-error.ts';

const api = defineApi({
  users: { attributes: { email: z.email(), token: attribute(z.string(), { write: false }) } },
});
const type = api.types.get('users') as ResourceType;
const failed = (members: object, cause?: unknown) => Object.assign(new Error('secret text', { cause }), members);

const unique = failed({ code: '23505', detail: 'Key (email_address)=(secret) already exists.' });
const codeOf = (error: unknown) => JsonApiError.is(error) && error.errors.map(({ code, source }) => [code, source]);
const pointed = [['CONSTRAINT_VIOLATED', { pointer: '/data/attributes/email' }]];

function converted(error: unknown, detect: (error: DriverError) => Violation | undefined, write: FailedWrite) {
  const violation = violationIn(error, detect);
  return violation && violationError(violation, write, { cause: error });
}

test.each([
  ['PostgreSQL', unique, postgresViolation, pointed],
  ['an error that wraps it', failed({}, failed({}, unique)), postgresViolation, pointed],
  [
    'SQLite',
    Object.assign(new Error('UNIQUE constraint failed: users.email_address'), { errcode: 2067 }),
    sqliteViolation,
    pointed,
  ],
  ['MySQL, whose columns are not known', failed({ errno: 1062 }), mysqlViolation, [['CONSTRAINT_VIOLATED', undefined]]],
])('the error of %s is an error for the client', (_, error, detect, expected) => {
  const columnOf = (field: string) => ({ email: 'email_address', token: 'email_address' })[field];
  const sent = { attributes: { email: 'secret' }, relationships: {} };
  const thrown = converted(error, detect, { type, columnOf, sent });
  expect(codeOf(thrown)).toEqual(expected);
  expect(JSON.stringify(thrown?.errors)).not.toContain('secret');
});

test('a field that the user cannot read is not named', () => {
  const thrown = converted(unique, postgresViolation, {
    type,
    columnOf: () => 'email_address',
    readable: new Set(),
  });
  expect(JSON.stringify(thrown?.errors)).not.toContain('email');
});

test('other errors, deep causes, and errors of the application are not violations', () => {
  const deep = [1, 2, 3, 4, 5].reduce((cause: unknown) => failed({}, cause), unique);
  const circular = failed({});
  circular.cause = circular;
  for (const error of [failed({ code: '40001' }), deep, circular, 'text', null]) {
    expect(violationIn(error, postgresViolation)).toBeUndefined();
  }
  expect(violationIn(failed({}, unique), postgresViolation)?.kind).toBe('unique');
});
