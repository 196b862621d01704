import { expect, test } from 'vitest';
import { JsonApiError } from '../error/json-api-error.ts';
import { defaultDocumentLimits } from './document-limits.ts';
import { readDocument } from './read-document.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

function problemOf(body: unknown, limits = {}): { status: number; code: string | undefined; source: unknown } {
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
    'brackets inside strings are no nesting',
    JSON.stringify({ data: '[{"\\'.repeat(100) }),
    { data: '[{"\\'.repeat(100) },
  ],
  ['nesting up to the limit', nested(64), JSON.parse(nested(64))],
])('reads %s (GEN-01)', (_, body, value) => {
  expect(readDocument(body, defaultDocumentLimits)).toEqual(value);
});

test.each([
  ['no body', undefined],
  ['an empty body', ''],
  ['white space', ' \n'],
  ['text that is no JSON', '{'],
  ['two values', '1 2'],
  ['invalid UTF-8', bytes(0x22, 0xff, 0x22)],
  ['a surrogate in UTF-8', bytes(0x22, 0xed, 0xa0, 0x80, 0x22)],
])('%s: 400 without a source (ERR-19)', (_, body) => {
  expect(problemOf(body)).toEqual({ status: 400, code: 'INVALID_JSON', source: undefined });
});

test.each([
  ['one level more than allowed', nested(65)],
  ['a million levels', '['.repeat(1_000_000)],
  ['objects', '{"a":'.repeat(65)],
])('too deep: %s', (_, body) => {
  expect(problemOf(body)).toEqual({ status: 400, code: 'DOCUMENT_TOO_DEEP', source: undefined });
});

test.each([
  ['text of one-byte characters', `"${'a'.repeat(9)}"`],
  ['text whose bytes are more than its characters', `"${'ü'.repeat(5)}"`],
  ['bytes', new Uint8Array(11)],
])('too large: %s', (_, body) => {
  expect(problemOf(body, { bytes: 10 })).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' });
});

test('as large as allowed', () => {
  expect(readDocument(`"${'ü'.repeat(4)}"`, { ...defaultDocumentLimits, bytes: 10 })).toBe('üüüü');
});
