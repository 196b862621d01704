import { attribute, defineApi, type ErrorObject, type ResourceType, toOne } from '@linkage/core';
/** The violations in the errors of each database, and the errors that clients receive for them. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { mysqlViolation } from './mysql-violation.ts';
import { postgresViolation } from './postgres-violation.ts';
import { sqliteViolation } from './sqlite-violation.ts';
import type { DriverError, Violation } from './violation.ts';
import { type FailedWrite, violationError } from './violation-error.ts';

const errorWith = (members: object, message = ''): DriverError => Object.assign(new Error(message), members);

describe('MySQL and MariaDB', () => {
  test.each<[number, string, Violation]>([
    [1062, "Duplicate entry 'a' for key 'person.email'", { kind: 'unique', constraint: 'email' }],
    [1062, "Duplicate entry 'a' for key 'email'", { kind: 'unique', constraint: 'email' }],
    [
      1452,
      'Cannot add or update a child row (… CONSTRAINT `f` FOREIGN KEY (`a_id`, `b_id`) REFERENCES `x` (`id`))',
      { kind: 'foreign-key', columns: ['a_id', 'b_id'], constraint: 'f' },
    ],
    [4025, 'CONSTRAINT `person.age` failed for `db`.`person`', { kind: 'check', constraint: 'age' }],
    [3819, "Check constraint 'age' is violated.", { kind: 'check', constraint: 'age' }],
    [1048, "Column 'name' cannot be null", { kind: 'not-null', columns: ['name'] }],
    [1364, "Field 'name' doesn't have a default value", { kind: 'not-null', columns: ['name'] }],
    [1264, 'Out of range value for column `db`.`person`.`age` at row 1', { kind: 'value', columns: ['age'] }],
    [1451, 'Cannot delete or update a parent row', { kind: 'referred' }],
    [1644, 'Text of a trigger', { kind: 'raised' }],
  ])('%i %s', (errno, message, violation) => {
    expect(mysqlViolation(errorWith({ errno }, message))).toEqual(violation);
  });

  test('another error', () => {
    expect(mysqlViolation(errorWith({ errno: 1 }))).toBeUndefined();
  });
});

describe('PostgreSQL', () => {
  test.each<[object, Violation]>([
    [
      { code: '23505', detail: 'Key (lower(email), "A b")=(a, b) already exists.', constraint: 'c', table: 't' },
      { kind: 'unique', columns: ['email', 'A b'], constraint: 'c', table: 't' },
    ],
    [
      {
        code: '23P01',
        detail:
          "Key (room_id, tstzrange(starts_at, ends_at, '[)'::text), (note)::character varying)=(1, [), x) conflicts with existing key.",
      },
      { kind: 'exclusion', columns: ['room_id', 'starts_at', 'ends_at', 'note'] },
    ],
    [
      { code: '23503', detail: 'Key (id)=(1) is still referenced from table "x".' },
      { kind: 'referred', columns: ['id'] },
    ],
    [
      { code: '23503', detail: 'Key (id)=(1) is not present in table "x".' },
      { kind: 'foreign-key', columns: ['id'] },
    ],
    [{ code: '23503' }, { kind: 'foreign-key' }],
    [
      { code: '23502', column: 'name', detail: 'Failing row contains (1, null).' },
      { kind: 'not-null', columns: ['name'] },
    ],
    [{ code: '22P02', column: '' }, { kind: 'value' }],
    [{ code: '22000' }, { kind: 'value' }],
    [{ code: '22026' }, { kind: 'value', isOtherLength: true }],
    // The type of an extension, whose function reads the text of a parameter.
    [
      { code: 'XX000', where: "unnamed portal parameter $2 = 'x'" },
      { kind: 'value', parameter: 2 },
    ],
    [
      { code: '42601', where: 'unnamed portal parameter $1' },
      { kind: 'value', parameter: 1 },
    ],
  ])('%j', (error, violation) => {
    expect(postgresViolation(errorWith(error))).toEqual(violation);
  });

  test('another error', () => {
    expect(postgresViolation(errorWith({ code: '40001' }))).toBeUndefined();
  });
});

describe('SQLite', () => {
  test.each<[object, string, Violation]>([
    [
      { errcode: 2067 },
      'UNIQUE constraint failed: person.email, person.tenant',
      { kind: 'unique', table: 'person', columns: ['email', 'tenant'] },
    ],
    [{ errcode: 1299 }, 'NOT NULL constraint failed: name', { kind: 'not-null', columns: ['name'] }],
    [{ code: 'SQLITE_CONSTRAINT_CHECK' }, 'CHECK constraint failed: age > 0', { kind: 'check', constraint: 'age > 0' }],
    [{ errcode: 787 }, 'FOREIGN KEY constraint failed', { kind: 'foreign-key' }],
  ])('%j %s', (error, message, violation) => {
    expect(sqliteViolation(errorWith(error, message))).toEqual(violation);
  });

  test('another error', () => {
    expect(sqliteViolation(errorWith({ errcode: 5 }))).toBeUndefined();
  });
});

describe('the errors for clients', () => {
  const api = defineApi({
    people: {
      attributes: { email: z.string(), age: z.number(), score: attribute(z.number(), { write: false }) },
      relationships: { boss: toOne('people') },
    },
  });
  const columns = new Map([
    ['email', 'e_mail'],
    ['age', 'age'],
    ['score', 'score'],
    ['boss', 'boss_id'],
  ]);
  const write: FailedWrite = {
    type: api.types.get('people') as ResourceType,
    columnOf: (field) => columns.get(field),
    table: 'person',
    constraints: new Map([['one_mail', ['e_mail']]]),
    sent: { attributes: { email: 'a', age: 1 }, relationships: { boss: null } },
  };
  const told = (violation: Violation, own: Partial<FailedWrite> = {}): string => {
    const [error] = violationError(violation, { ...write, ...own }).errors as readonly [ErrorObject];
    return [error.code, error.source?.pointer, error.detail].filter((it) => it !== undefined).join(' ');
  };

  test.each<[Violation, string]>([
    [
      { kind: 'unique', columns: ['e_mail'] },
      'CONSTRAINT_VIOLATED /data/attributes/email `email` must be unique, but another resource already has this value.',
    ],
    [
      { kind: 'unique', constraint: 'one_mail' },
      'CONSTRAINT_VIOLATED /data/attributes/email `email` must be unique, but another resource already has this value.',
    ],
    [
      { kind: 'unique', columns: ['e_mail', 'age'] },
      'CONSTRAINT_VIOLATED `email` and `age` together must be unique, but another resource already has these values.',
    ],
    [
      { kind: 'unique', columns: ['e_mail'], table: 'other' },
      'CONSTRAINT_VIOLATED Another resource already has a value that must be unique.',
    ],
    [
      { kind: 'unique', constraint: 'unknown' },
      'CONSTRAINT_VIOLATED Another resource already has a value that must be unique.',
    ],
    [
      { kind: 'unique', columns: ['score'] },
      'CONSTRAINT_VIOLATED Another resource already has a value that must be unique.',
    ],
    [
      { kind: 'exclusion', columns: ['age'] },
      'CONSTRAINT_VIOLATED /data/attributes/age The values conflict with those of another resource.',
    ],
    [
      { kind: 'foreign-key', columns: ['boss_id'] },
      'RELATED_RESOURCE_NOT_FOUND /data/relationships/boss A related resource in the request document does not exist.',
    ],
    [{ kind: 'referred' }, 'CONSTRAINT_VIOLATED Other resources reference this resource.'],
    [{ kind: 'not-null', columns: ['age'] }, 'ATTRIBUTE_INVALID /data/attributes/age `age` must have a value.'],
    [{ kind: 'not-null', columns: ['boss_id'] }, 'VALUE_REJECTED /data/relationships/boss `boss` must have a value.'],
    [{ kind: 'not-null' }, 'VALUE_REJECTED A required value is missing.'],
    [
      { kind: 'not-null', columns: ['age'], table: 'other' },
      'CONSTRAINT_VIOLATED A related resource requires this resource.',
    ],
    [
      { kind: 'check', constraint: 'adults' },
      'VALUE_REJECTED The request violates a rule for the values of this type.',
    ],
    [{ kind: 'check' }, 'VALUE_REJECTED /data The request violates a rule for the values of this type.'],
    [
      { kind: 'value', columns: ['age'] },
      'ATTRIBUTE_INVALID /data/attributes/age The value of `age` cannot be stored.',
    ],
    [{ kind: 'value' }, 'VALUE_REJECTED A value of the request cannot be stored.'],
    [{ kind: 'raised' }, 'CONSTRAINT_VIOLATED The request violates a rule of the data.'],
  ])('%j: %s', (violation, expected) => {
    expect(told(violation)).toBe(expected);
  });

  test('a request without a resource, a field that the user cannot read, and a table that is not known', () => {
    expect(told({ kind: 'not-null', columns: ['age'] }, { sent: undefined })).toContain('A related resource requires');
    expect(told({ kind: 'unique', columns: ['e_mail'] }, { sent: undefined })).not.toContain('/data');
    expect(told({ kind: 'unique', columns: ['e_mail'] }, { readable: new Set(['age']) })).not.toContain('email');
    // Pointers lead to values of the document.
    const sent = { attributes: { age: 1 }, relationships: {} };
    expect(told({ kind: 'unique', columns: ['e_mail', 'age'] }, { sent })).toContain(
      ' /data/attributes/age `email` and',
    );
    expect(told({ kind: 'exclusion', columns: ['boss_id', 'age'] }, { sent })).toContain(' /data/attributes/age ');
    expect(told({ kind: 'not-null', columns: ['e_mail'] }, { sent })).toBe(
      'ATTRIBUTE_INVALID /data `email` must have a value.',
    );
    expect(told({ kind: 'unique', columns: ['e_mail'], table: 'x' }, { table: undefined })).toContain('email');
  });

  test.each<[string, object]>([
    ['an aborted call', new DOMException('aborted', 'AbortError')],
    ['another DOMException', new DOMException('type', 'TypeMismatchError')],
    ['a number as `code`', errorWith({ code: 18 })],
    ['an error of the operating system', errorWith({ code: 'ECONNREFUSED', errno: -111, syscall: 'connect' })],
    ['a positive errno of another program', errorWith({ code: 'EOTHER', errno: 1062 })],
    ['an errcode of another program', errorWith({ code: 'OTHER', errcode: 2067 })],
  ])('errors of other programs are not violations: %s', (_, error) => {
    for (const detect of [sqliteViolation, mysqlViolation, postgresViolation])
      expect(detect(error as DriverError)).toBeUndefined();
  });

  test('the place of a value that PostgreSQL cannot read', () => {
    const at = (where: string) => {
      const { parameter, isNested } = postgresViolation(errorWith({ code: '22P02', where })) ?? {};
      return [parameter, isNested];
    };
    expect(at("unnamed portal parameter $1 = 'x'")).toEqual([1, undefined]);
    expect(at('unbenanntes Portal, Parameter $12 = ...')).toEqual([12, undefined]);
    expect(at('PL/pgSQL function f$1(integer) line 3 at assignment')).toEqual([undefined, true]);
    expect(at('SQL function "f" statement 1')).toEqual([undefined, true]);
    expect(at('PL/pgSQL expression "cast( $1 as integer)"')).toEqual([undefined, true]);
  });

  test('the column of a value that a strict table of SQLite cannot store', () => {
    const message = 'cannot store TEXT value in INTEGER column person.age';
    expect(sqliteViolation(errorWith({ errcode: 3091 }, message))).toEqual({
      ...{ kind: 'value', constraint: undefined, table: 'person', columns: ['age'] },
    });
  });
});
