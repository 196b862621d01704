import { describe, expect, test } from 'vitest';
import { type ErrorKey, JsonApiError } from '../../error/json-api-error.ts';
import { type DocumentCode, ErrorCollector, type PathSegments, throwErrors } from './error-collector.ts';

type Key = ErrorKey<DocumentCode>;

function errorOf(collector: ErrorCollector): JsonApiError {
  try {
    collector.throwIfAny();
  } catch (error) {
    if (JsonApiError.is(error)) return error;
  }
  throw new Error('The findings are missing.');
}

function statusOf(...found: readonly (readonly [Key, PathSegments])[]): number {
  const collector = new ErrorCollector(20);
  for (const [key, path] of found) collector.report(key, {} as never, path);
  return errorOf(collector).status;
}

function pointerOf(...path: (string | number)[]): string | undefined {
  const collector = new ErrorCollector(1);
  collector.report('DOCUMENT_INVALID.dataRequired', {}, path);
  return errorOf(collector).errors[0]?.source?.pointer;
}

const id: PathSegments = ['data', 'id'];

describe('the status of several problems', () => {
  test.each<[row: string, status: number, found: (readonly [Key, PathSegments])[]]>([
    ['ERR-04 one', 422, [['ATTRIBUTE_INVALID.valueUnstorable', id]]],
    [
      'ERR-04 that agree',
      422,
      [
        ['ATTRIBUTE_INVALID.valueUnstorable', id],
        ['ATTRIBUTE_UNKNOWN.attribute', id],
      ],
    ],
    [
      'ERR-04 that differ',
      400,
      [
        ['ATTRIBUTE_INVALID.valueUnstorable', id],
        ['LOCAL_ID_UNKNOWN.document', id],
      ],
    ],
    [
      'CRE-11 with a client-generated id',
      403,
      [
        ['ATTRIBUTE_INVALID.valueUnstorable', id],
        ['CLIENT_ID_FORBIDDEN.id', id],
      ],
    ],
    [
      'UPD-09 with a read-only field',
      403,
      [
        ['ATTRIBUTE_INVALID.valueUnstorable', id],
        ['FIELD_READ_ONLY.attribute', id],
      ],
    ],
    [
      'UPD-12 with another id',
      409,
      [
        ['ID_CONFLICT.id', id],
        ['ATTRIBUTE_INVALID.valueUnstorable', id],
      ],
    ],
    [
      'CRE-15 with another type',
      409,
      [
        ['DOCUMENT_INVALID.dataRequired', ['meta']],
        ['TYPE_CONFLICT.resource', ['data', 'type']],
      ],
    ],
    [
      'with another type in linkage',
      400,
      [
        ['ATTRIBUTE_INVALID.valueUnstorable', id],
        ['TYPE_CONFLICT.resource', ['data', 'x', 'type']],
      ],
    ],
    [
      'with a type that is none',
      400,
      [
        ['DOCUMENT_INVALID.dataRequired', ['data', 'type']],
        ['ATTRIBUTE_INVALID.valueUnstorable', id],
      ],
    ],
    [
      'ERR-04 that demand different ones: the first',
      409,
      [
        ['ID_CONFLICT.id', id],
        ['FIELD_READ_ONLY.attribute', id],
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
  ])('%s', (_, path, pointer) => {
    expect(pointerOf(...path)).toBe(pointer);
  });
});

test('a type at fault does not hide the status that an id in conflict demands (UPD-12)', () => {
  const collector = new ErrorCollector(20);
  collector.report('DOCUMENT_INVALID.type', {}, ['data', 'type']);
  collector.report('ID_CONFLICT.id', { id: '1', value: '2' }, ['data', 'id']);
  expect(errorOf(collector).status).toBe(409);
});

describe('the number of problems', () => {
  test('is bounded; reading stops where it is reached', () => {
    const collector = new ErrorCollector(2);
    expect(collector.isFull()).toBe(false);
    for (const name of ['a', 'b', 'c']) collector.report('DOCUMENT_INVALID.dataRequired', {}, [name]);
    expect(collector.isFull()).toBe(true);
    expect(errorOf(collector).errors.map(({ source }) => source?.pointer)).toEqual(['/a', '/b']);
  });

  test('is never none, or what is wrong would pass', () => {
    const collector = new ErrorCollector(0);
    collector.report('DOCUMENT_INVALID.dataRequired', {}, ['a']);
    expect(errorOf(collector).errors).toHaveLength(1);
  });

  test('counts for what is found later on its own, and for all in their order', () => {
    const collector = new ErrorCollector(3);
    const first = collector.reserve();
    collector.report('DOCUMENT_INVALID.dataRequired', {}, ['b']);
    const second = collector.reserve();
    for (const name of ['c', 'd', 'e', 'f']) second.report('DOCUMENT_INVALID.dataRequired', {}, [name]);
    expect([collector.isFull(), first.isFull(), second.isFull()]).toEqual([false, false, true]);
    first.report('DOCUMENT_INVALID.dataRequired', {}, ['a']);
    expect(errorOf(collector).errors.map(({ source }) => source?.pointer)).toEqual(['/a', '/b', '/c']);
  });

  test('none is not an error', () => {
    const collector = new ErrorCollector(3);
    collector.reserve();
    expect(collector.throwIfAny()).toBeUndefined();
    expect(() => throwErrors(collector)).toThrow('without a reported error');
  });
});

test('a request gets at most 20 suggestions, whatever its limit of errors', () => {
  const collector = new ErrorCollector(1000);
  const hints = Array.from({ length: 100 }, () => collector.suggest('titel', ['title']));
  expect(hints.filter((it) => it !== undefined)).toHaveLength(20);
  expect(hints.at(0)?.text).toContain('`title`');
});

test.each([
  ['many segments', Array.from({ length: 1000 }, () => 'meta'), 500],
  ['one long segment', ['data', 'a'.repeat(1000)], 5],
  ['segments whose escapes are long', ['~'.repeat(300)], 0],
])('a pointer is at most 500 characters long: %s', (_, path, length) => {
  const collector = new ErrorCollector(1);
  collector.report('DOCUMENT_INVALID.dataRequired', {}, path);
  expect(errorOf(collector).errors.at(0)?.source?.pointer).toHaveLength(length);
});
