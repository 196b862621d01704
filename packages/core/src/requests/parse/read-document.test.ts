import { describe, expect, test, vi } from 'vitest';
import { JsonApiError } from '../../error/json-api-error.ts';
import { defaultDocumentLimits } from './document-limits.ts';
import { markRead, parseDocument, readDocument } from './read-document.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

const circle: Record<string, unknown> = {};
circle.data = [circle];

function chapterErrorObject(body: unknown, limits = {}): { status: number; code: string | undefined; source: unknown } {
  try {
    readDocument(body, { ...defaultDocumentLimits, ...limits });
  } catch (error) {
    if (!JsonApiError.is(error)) throw error;
    return { status: error.status, code: error.errors[0]?.code, source: error.errors[0]?.source };
  }
  throw new Error('The document was read.');
}

test.each([
  ['text', '{"data":null}', { data: null }],
  ['bytes', new TextEncoder().encode('{"data":"ü"}'), { data: 'ü' }],
  ['a byte order mark in text', '\uFEFF{"data":null}', { data: null }],
  ['a byte order mark in bytes', bytes(0xef, 0xbb, 0xbf, 0x31), 1],
  ['a value parsed already', { data: null }, { data: null }],
  [
    'brackets inside strings are not nesting',
    JSON.stringify({ data: '[{"\\'.repeat(100) }),
    { data: '[{"\\'.repeat(100) },
  ],
  [
    'numbers as doubles: digits past the 17th are lost',
    '[12345678901234567890, 1e999, -0]',
    [12345678901234567000, Number.POSITIVE_INFINITY, -0],
  ],
  ['the last of two members with one name', '{"a":1,"a":2}', { a: 2 }],
  ['numbers for names', '{"2":1,"1":2}', { 1: 2, 2: 1 }],
  ['escapes', '"\\u00e9\\ud83d\\ude00\\\\"', 'é😀\\'],
  ['an array parsed already', [1], [1]],
  ['false', false, false],
  ['members that are undefined, which are none', { data: undefined }, { data: undefined }],
  ['nesting up to the limit', nested(64), JSON.parse(nested(64))],
])('reads %s (GEN-01)', (_, body, value) => {
  expect(readDocument(body, defaultDocumentLimits)).toEqual(value);
});

test.each([
  ['no body', undefined],
  ['an empty body', ''],
  ['white space', ' \n'],
  ['text that is not JSON', '{'],
  ['two values', '1 2'],
  ['a second byte order mark in text', '\uFEFF\uFEFF1'],
  ['a second byte order mark in bytes', bytes(0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x31)],
  ['a byte order mark alone', '\uFEFF'],
  ['UTF-16', bytes(0x31, 0x00)],
  ['UTF-16 with its byte order mark', bytes(0xff, 0xfe, 0x31, 0x00)],
  ['an overlong form in UTF-8', bytes(0x22, 0xc0, 0xaf, 0x22)],
  ['a comma too many', '[1,]'],
  ['a comment', '1 // one'],
  ['NaN', 'NaN'],
  ['a line feed in a string', '"\n"'],
  ['single quotes', "{'data':null}"],
  ['a bigint', { data: [1n] }],
  ['a function', { data: () => 1 }],
  ['NaN in a value', { data: Number.NaN }],
  ['a circle', circle],
  ['invalid UTF-8', bytes(0x22, 0xff, 0x22)],
  ['a surrogate in UTF-8', bytes(0x22, 0xed, 0xa0, 0x80, 0x22)],
])('%s: 400 without a source (ERR-19)', (_, body) => {
  expect(chapterErrorObject(body)).toEqual({ status: 400, code: 'INVALID_JSON', source: undefined });
});

test.each([
  ['one level more than allowed', nested(65)],
  ['a million levels', '['.repeat(1_000_000)],
  ['objects', '{"a":'.repeat(65)],
])('too deep: %s', (_, body) => {
  expect(chapterErrorObject(body)).toEqual({ status: 400, code: 'DOCUMENT_TOO_DEEP', source: undefined });
});

test.each([
  ['text of one-byte characters', `"${'a'.repeat(9)}"`],
  ['text whose bytes are more than its characters', `"${'ü'.repeat(5)}"`],
  ['text with as many characters as bytes are allowed', `"${'ü'.repeat(8)}"`],
  ['bytes', new Uint8Array(11)],
])('too large: %s', (_, body) => {
  expect(chapterErrorObject(body, { bytes: 10 })).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' });
});

test('as large as allowed', () => {
  expect(readDocument(`"${'ü'.repeat(4)}"`, { ...defaultDocumentLimits, bytes: 10 })).toBe('üüüü');
});

describe('members and elements', () => {
  const limits = { ...defaultDocumentLimits, members: 4 };
  const most = (document: unknown): boolean => {
    const results = [document, JSON.stringify(document), JSON.stringify(document, null, '\t')].map((body) => {
      try {
        readDocument(body, limits);
        return true;
      } catch (error) {
        expect(error).toMatchObject({ status: 400, errors: [{ code: 'DOCUMENT_TOO_MANY_MEMBERS' }] });
        expect((error as JsonApiError).errors[0]?.source).toBeUndefined();
        return false;
      }
    });
    expect(new Set(results).size).toBe(1);
    return results[0] as boolean;
  };

  test.each<[isRead: boolean, document: unknown]>([
    [true, [1, 2, 3, 4]],
    [false, [1, 2, 3, 4, 5]],
    [true, { a: 1, b: 2, c: 3, d: 4 }],
    [false, { a: 1, b: 2, c: 3, d: 4, e: 5 }],
    [true, [[[[[]]]]]],
    [false, [[[[[[]]]]]]],
    [true, { a: { b: [1, {}] } }],
    [false, { a: { b: [1, {}, {}] } }],
    [true, [[], {}, [], {}]],
    [false, [[], {}, [], {}, []]],
    [true, [',,,,,', '[[[[[', '"', '\\']],
    [true, ['\\"', '\\\\', '\\\\"', '"']],
    [false, ['\\"', '\\\\', '\\\\"', '"', '\\']],
    [true, { 'a"b,': '\\",' }],
    [true, [null, true, -1.5e3, '']],
    [false, [null, true, -1.5e3, '', 0]],
  ])('%s: %j', (isRead, document) => {
    expect(most(document)).toBe(isRead);
  });

  test.each([
    ['elements', `[${'0,'.repeat(500_000)}0]`],
    ['empty objects', `[${'{},'.repeat(300_000)}0]`],
    ['members with numbers for names', `{${Array.from({ length: 150_000 }, (_, n) => `"${n * 131_072}":0`).join()}}`],
    ['text that is not JSON', `[${','.repeat(10_001)}`],
  ])('more than the default, before they are parsed: %s', (_, text) => {
    const parse = vi.spyOn(JSON, 'parse');
    try {
      expect(chapterErrorObject(text, { bytes: 1e9 }).code).toBe('DOCUMENT_TOO_MANY_MEMBERS');
      expect(parse).not.toHaveBeenCalled();
    } finally {
      parse.mockRestore();
    }
  });

  test('as many as allowed by default', () => {
    const text = `[${'0,'.repeat(9999)}0]`;
    expect(readDocument(text, defaultDocumentLimits)).toHaveLength(10_000);
  });

  test('nesting of a value that was parsed already', () => {
    expect(chapterErrorObject(JSON.parse(nested(65))).code).toBe('DOCUMENT_TOO_DEEP');
    expect(readDocument(JSON.parse(nested(64)), defaultDocumentLimits)).toEqual(JSON.parse(nested(64)));
  });
});

test('a document is copied, unless its parts were read before', () => {
  const document = { data: { type: 'articles' } };
  expect(readDocument(document, defaultDocumentLimits)).not.toBe(document);
  expect(readDocument(markRead(document), defaultDocumentLimits)).toBe(document);
  expect(readDocument({ ...document }, defaultDocumentLimits)).not.toBe(document);
});

test.each([
  [
    '{\n  "data": {\n    "type": "a",\n  }\n}',
    'The request document must be valid JSON. The first error is at line 4, column 3.',
  ],
  ['{"data":', 'The request document must be valid JSON, but it ends too early, at line 1, column 9.'],
])('the error of %j names the position', (text, detail) =>
  expect(() => readDocument(text, defaultDocumentLimits)).toThrow(detail),
);

test('a promise is a mistake of the program, which forgot to await it', () => {
  expect(() => parseDocument(Promise.resolve('{}'))).toThrow(
    new TypeError('The request document must not be a promise. Await it first.'),
  );
});
