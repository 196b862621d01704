import { expect, test } from 'vitest';
import { type ColumnType, parseColumnType } from './column-type.ts';

test.each<[string, ColumnType]>([
  ['text', { kind: 'text' }],
  ['TEXT', { kind: 'text' }],
  ['varchar(40)', { kind: 'text', maxLength: 40 }],
  ['character varying(40)', { kind: 'text', maxLength: 40 }],
  ['tinytext', { kind: 'text', maxBytes: 255 }],
  ['integer', { kind: 'integer', range: [-2147483648n, 2147483647n] }],
  ['int unsigned', { kind: 'integer', range: [0n, 4294967295n] }],
  ['tinyint(3) UNSIGNED', { kind: 'integer', range: [0n, 255n] }],
  ['float unsigned', { kind: 'float' }],
  ['decimal(8,2) unsigned', { kind: 'numeric', digits: [8, 2] }],
  ['numeric', { kind: 'numeric' }],
  ['numeric(8, 2)', { kind: 'numeric', digits: [8, 2] }],
  ['numeric(8,2)', { kind: 'numeric', digits: [8, 2] }],
  ['decimal(8)', { kind: 'numeric', digits: [8, 0] }],
  ['double precision', { kind: 'float' }],
  ['timestamp with time zone', { kind: 'timestamp' }],
  ['integer[]', { kind: 'array', of: { kind: 'integer', range: [-2147483648n, 2147483647n] } }],
  ['varchar(40)[][3]', { kind: 'array', of: { kind: 'text', maxLength: 40 }, dimensions: 2 }],
  ['timestamp(3) with time zone[]', { kind: 'array', of: { kind: 'timestamp', fraction: 3 } }],
  ['interval day to second', { kind: 'structure' }],
  ['geometry', { kind: 'other' }],
  ['', { kind: 'other' }],
  ['  ', { kind: 'other' }],
])('%j', (text, type) => {
  expect(parseColumnType(text)).toEqual(type);
});
