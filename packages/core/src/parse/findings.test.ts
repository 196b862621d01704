import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../error/error-code.ts';
import { JsonApiError } from '../error/json-api-error.ts';
import { createFindings, type Findings, failed, type Place } from './findings.ts';

function errorOf(findings: Findings): JsonApiError {
  try {
    findings.assertNone();
  } catch (error) {
    if (JsonApiError.is(error)) return error;
  }
  throw new Error('There are no findings.');
}

function statusOf(...found: readonly (readonly [ErrorCode, Place])[]): number {
  const findings = createFindings(20);
  for (const [code, place] of found) findings.report(code, place, 'x');
  return errorOf(findings).status;
}

function pointerOf(...place: (string | number)[]): string | undefined {
  const findings = createFindings(1);
  findings.report('DOCUMENT_INVALID', place, 'x');
  return errorOf(findings).errors[0]?.source?.pointer;
}

const id: Place = ['data', 'id'];

describe('the status of several problems', () => {
  test.each<[row: string, status: number, found: (readonly [ErrorCode, Place])[]]>([
    ['ERR-04 one', 422, [['ATTRIBUTE_INVALID', id]]],
    [
      'ERR-04 that agree',
      422,
      [
        ['ATTRIBUTE_INVALID', id],
        ['ATTRIBUTE_UNKNOWN', id],
      ],
    ],
    [
      'ERR-04 that differ',
      400,
      [
        ['ATTRIBUTE_INVALID', id],
        ['LOCAL_ID_UNKNOWN', id],
      ],
    ],
    [
      'CRE-11 with a client-generated id',
      403,
      [
        ['ATTRIBUTE_INVALID', id],
        ['CLIENT_ID_FORBIDDEN', id],
      ],
    ],
    [
      'UPD-09 with a read-only field',
      403,
      [
        ['ATTRIBUTE_INVALID', id],
        ['FIELD_READ_ONLY', id],
      ],
    ],
    [
      'UPD-12 with another id',
      409,
      [
        ['ID_CONFLICT', id],
        ['ATTRIBUTE_INVALID', id],
      ],
    ],
    [
      'CRE-15 with another type',
      409,
      [
        ['DOCUMENT_INVALID', ['meta']],
        ['TYPE_CONFLICT', ['data', 'type']],
      ],
    ],
    [
      'with another type in linkage',
      400,
      [
        ['ATTRIBUTE_INVALID', id],
        ['TYPE_CONFLICT', ['data', 'x', 'type']],
      ],
    ],
    [
      'with a type that is none',
      400,
      [
        ['DOCUMENT_INVALID', ['data', 'type']],
        ['ATTRIBUTE_INVALID', id],
      ],
    ],
    [
      'ERR-04 that demand different ones: the first',
      409,
      [
        ['ID_CONFLICT', id],
        ['FIELD_READ_ONLY', id],
      ],
    ],
  ])('%s: %i', (_, status, found) => {
    expect(statusOf(...found)).toBe(status);
  });
});

describe('pointers (ERR-15)', () => {
  test.each<[string, (string | number)[], string]>([
    ['escape', ['a/b', '~1', ''], '/a~1b/~01/'],
    ['with indices', ['a', 0], '/a/0'],
    ['of 500 characters', ['x'.repeat(499)], `/${'x'.repeat(499)}`],
    ['of 501 characters end before', ['a', 'x'.repeat(498)], '/a'],
    ['of one long name end before', ['x'.repeat(500), 'a'], ''],
    ['whose escapes are too long end before', ['a', '~'.repeat(300), 'b'], '/a'],
    ['of a very long name end before', ['a', 'x'.repeat(10_000)], '/a'],
    ['of many short names end where they are full', Array(300).fill('a'), '/a'.repeat(250)],
  ])('%s', (_, place, pointer) => {
    expect(pointerOf(...place)).toBe(pointer);
  });
});

test('a type at fault does not hide the status that an id in conflict demands (UPD-12)', () => {
  const findings = createFindings(20);
  findings.report('DOCUMENT_INVALID', ['data', 'type'], 'type is a string.');
  findings.report('ID_CONFLICT', ['data', 'id'], 'another id');
  expect(errorOf(findings).status).toBe(409);
});

describe('the number of problems', () => {
  test('is bounded; reading stops where it is reached', () => {
    const findings = createFindings(2);
    expect(findings.isFull()).toBe(false);
    for (const detail of ['a', 'b', 'c']) findings.report('DOCUMENT_INVALID', [], detail);
    expect(findings.isFull()).toBe(true);
    expect(errorOf(findings).errors.map(({ detail }) => detail)).toEqual(['a', 'b']);
  });

  test('is never none, or what is wrong would pass', () => {
    const findings = createFindings(0);
    findings.report('DOCUMENT_INVALID', [], 'a');
    expect(errorOf(findings).errors).toHaveLength(1);
  });

  test('counts for what is found later on its own, and for all in their order', () => {
    const findings = createFindings(3);
    const first = findings.later();
    findings.report('DOCUMENT_INVALID', [], 'b');
    const second = findings.later();
    for (const detail of ['c', 'd', 'e', 'f']) second.report('DOCUMENT_INVALID', [], detail);
    expect([findings.isFull(), first.isFull(), second.isFull()]).toEqual([false, false, true]);
    first.report('DOCUMENT_INVALID', [], 'a');
    expect(errorOf(findings).errors.map(({ detail }) => detail)).toEqual(['a', 'b', 'c']);
  });

  test('none is no error', () => {
    const findings = createFindings(3);
    findings.later();
    expect(findings.assertNone()).toBeUndefined();
    expect(() => failed(findings)).toThrow('without a problem');
  });
});
