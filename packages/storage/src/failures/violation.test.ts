import { attribute, defineApi, JsonApiError, type ResourceType } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { mysqlViolation } from './mysql-violation.ts';
import { postgresViolation } from './postgres-violation.ts';
import { prismaViolation } from './prisma-violation.ts';
import { sqliteViolation } from './sqlite-violation.ts';
import { violationIn } from './violation.ts';
import { writeError } from './violation-error.ts';

const api = defineApi({
  users: { attributes: { email: z.email(), token: attribute(z.string(), { write: false }) } },
});
const type = api.types.get('users') as ResourceType;
const failed = (members: object, cause?: unknown) => Object.assign(new Error('secret text', { cause }), members);

const unique = failed({ code: '23505', detail: 'Key (email_address)=(secret) already exists.' });
const adapter = { cause: { constraint: { fields: ['email_address'] } } };
const codeOf = (error: unknown) => JsonApiError.is(error) && error.errors.map(({ code, source }) => [code, source]);
const pointed = [['CONSTRAINT_VIOLATED', { pointer: '/data/attributes/email' }]];

test.each([
  ['PostgreSQL', unique, postgresViolation, pointed],
  ['an error that wraps it', failed({}, failed({}, unique)), postgresViolation, pointed],
  [
    'SQLite',
    Object.assign(new Error('UNIQUE constraint failed: users.email_address'), { errcode: 2067 }),
    sqliteViolation,
    pointed,
  ],
  ['Prisma 7', failed({ code: 'P2002', meta: { driverAdapterError: adapter } }), prismaViolation, pointed],
  ['Prisma 6', failed({ code: 'P2002', meta: { target: ['email_address'] } }), prismaViolation, pointed],
  ['MySQL, whose columns are not known', failed({ errno: 1062 }), mysqlViolation, [['CONSTRAINT_VIOLATED', undefined]]],
  ['a missing row', failed({ code: 'P2003' }), prismaViolation, [['RELATED_RESOURCE_NOT_FOUND', undefined]]],
])('the error of %s is an error for the client', (_, error, detect, expected) => {
  const columnOf = (field: string) => ({ email: 'email_address', token: 'email_address' })[field];
  const converted = writeError(error, detect, { type, columnOf });
  expect(codeOf(converted)).toEqual(expected);
  expect(JSON.stringify((converted as JsonApiError).errors)).not.toContain('secret');
});

test('a field that the caller cannot read is not named', () => {
  const converted = writeError(unique, postgresViolation, {
    type,
    columnOf: () => 'email_address',
    readable: new Set(),
  });
  expect(JSON.stringify((converted as JsonApiError).errors)).not.toContain('email');
});

test('other errors, deep causes, and errors of the application stay as they are', () => {
  const deep = [1, 2, 3, 4, 5].reduce((cause: unknown) => failed({}, cause), unique);
  const circular = failed({});
  circular.cause = circular;
  for (const error of [failed({ code: '40001' }), deep, circular, 'text', null]) {
    expect(writeError(error, postgresViolation, { type, columnOf: () => undefined })).toBe(error);
  }
  expect(violationIn(failed({}, unique), postgresViolation)?.kind).toBe('unique');
});
