import { describe, expect, test } from 'vitest';
import { type ErrorCode, errorTable } from './chapters/error-table.ts';
import { errorObject } from './create-error-object.ts';

describe('errorObject', () => {
  test('takes status and title from the table of codes (ERR-10, ERR-11, ERR-12)', () => {
    expect(errorObject('NOT_FOUND', 'Article 7 does not exist.')).toEqual({
      status: '404',
      code: 'NOT_FOUND',
      title: 'Not found',
      detail: 'Article 7 does not exist.',
    });
  });

  test.each([
    [{ pointer: '' }],
    [{ pointer: '/data/attributes/title' }],
    [{ parameter: 'page[size]' }],
    [{ header: 'Accept' }],
  ])('carries the source %j (ERR-14 to ERR-17)', (source) => {
    expect(errorObject('PAGE_INVALID', 'x', { source })).toHaveProperty('source', source);
  });

  test('names a parameter with at most 100 characters, the last one an ellipsis where more were sent', () => {
    const named = (parameter: string) =>
      errorObject('PARAMETER_UNKNOWN', 'x', { source: { parameter } }).source?.parameter;
    expect(named('\n'.repeat(100))).toBe('\n'.repeat(100));
    expect(named('x'.repeat(101))).toBe(`${'x'.repeat(99)}…`);
    expect(named(`${'x'.repeat(98)}😀x`)).toBe(`${'x'.repeat(98)}…`);
  });

  test('does not have a member that was not given (ERR-14: source is omitted)', () => {
    expect(Object.keys(errorObject('INVALID_JSON', 'x'))).toEqual(['status', 'code', 'title', 'detail']);
    expect(errorObject('INVALID_JSON', 'x', { meta: { at: 3 } })).toHaveProperty('meta', { at: 3 });
  });

  test('is frozen, its source and meta too, and leaves what it was given as it was', () => {
    const source = { parameter: 'sort' };
    const meta = { page: { maxSize: 10 } };
    const made = errorObject('SORT_NOT_SUPPORTED', 'x', { source, meta });
    expect([made, made.source, made.meta].every(Object.isFrozen)).toBe(true);
    expect([source, meta].some(Object.isFrozen)).toBe(false);
    source.parameter = 'changed later';
    expect(made.source).toEqual({ parameter: 'sort' });
  });
});

describe('error codes', () => {
  const codes = Object.entries(errorTable) as [ErrorCode, { status: number; title: string }][];

  test.each(codes)('%s has an error status and a title', (code, { status, title }) => {
    expect(code).toMatch(/^[A-Z]+(?:_[A-Z]+)*$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(title).toMatch(/^[A-Z].*[^.]$/);
  });

  test('no two codes share a title', () => {
    expect(new Set(codes.map(([, { title }]) => title)).size).toBe(codes.length);
  });

  test.each<[row: string, status: number, codes: ErrorCode[]]>([
    ['STA-01', 400, ['RELATIONSHIP_PATH_UNKNOWN', 'SORT_NOT_SUPPORTED', 'PARAMETER_UNKNOWN', 'INVALID_JSON']],
    ['CRE-11, CRE-12', 403, ['CLIENT_ID_FORBIDDEN', 'OPERATION_NOT_SUPPORTED']],
    ['FET-08, CRE-13', 404, ['NOT_FOUND', 'RELATED_RESOURCE_NOT_FOUND']],
    ['STA-04', 406, ['ACCEPT_UNSATISFIABLE']],
    ['STA-05', 409, ['TYPE_CONFLICT', 'ID_CONFLICT', 'RESOURCE_EXISTS']],
    ['STA-06', 415, ['CONTENT_TYPE_UNSUPPORTED']],
  ])('%s: status %i', (_, status, list) => {
    for (const code of list) expect(errorTable[code].status).toBe(status);
  });
});

describe('an error of the application', () => {
  test('has its code, status, and messages', () => {
    const source = { pointer: '/data' };
    const error = errorObject({ code: 'OUT_OF_STOCK', status: 409, title: 'Out of stock', detail: 'No.', source });
    expect(error).toEqual({ status: '409', code: 'OUT_OF_STOCK', title: 'Out of stock', detail: 'No.', source });
    expect(Object.isFrozen(error)).toBe(true);
    for (const status of [400, 500, 599]) {
      expect(errorObject({ code: 'X', status })).toStrictEqual({ status: String(status), code: 'X' });
    }
  });

  test.each<readonly [object, string]>([
    [{ code: 'X', status: 200 }, '`status` must be a whole number from 400 to 599, but it is 200.'],
    ...[399, 600, 404.5, Number.NaN].map((status): readonly [object, string] => [
      { code: 'X', status },
      `\`status\` must be a whole number from 400 to 599, but it is ${status}.`,
    ]),
    [{ code: '', status: 400 }, '`code` is required.'],
    [{ status: 400 }, '`code` is required.'],
    [{ code: 'X', status: 400, detial: 'x' }, 'unknown member "detial". Did you mean `detail`?'],
  ])('%j is rejected', (given, message) => {
    expect(() => errorObject(given as never)).toThrow(message);
  });
});
