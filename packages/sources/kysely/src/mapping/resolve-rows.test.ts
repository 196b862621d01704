import { attribute, defineApi } from '@linkage/core';
import { type Expression, sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { columnsSchema } from '../../test/columns-schema.ts';
import { sqliteDialect } from '../dialects/sqlite.ts';
import { resolveTables, type UntypedMapping } from './resolve-tables.ts';

const api = defineApi({
  notes: { attributes: { text: z.string().nullable(), tenant: attribute(z.string().nullable(), { write: false }) } },
});
const databaseSchema = columnsSchema({ note: { id: 'text', text: 'text', tenant: 'text', deleted_at: 'text' } });

const notes = (mapping: Omit<UntypedMapping, 'table'>) =>
  resolveTables(api, { notes: { table: 'note', ...mapping } }, { dialect: sqliteDialect, databaseSchema });

test.each<readonly [mapping: object, message: string]>([
  [{ where: { tenat: 'x' } }, 'mapping.notes.where: the table does not have a column "tenat". Did you mean "tenant"?'],
  [{ where: { tenant: undefined } }, 'mapping.notes.where.tenant must not be undefined.'],
  [{ where: 'tenant' }, 'mapping.notes: `where` must be an object, a function, or true.'],
  [
    { where: (row: (column: string) => Expression<unknown>) => sql`${row('delted_at')} is null` },
    'mapping.notes.where: the table does not have a column "delted_at". Did you mean "deleted_at"?',
  ],
  [{ where: () => 'deleted_at is null' }, 'mapping.notes.where must return an expression of Kysely.'],
  [
    { where: { text: 'x' } },
    'mapping.notes.where: clients can write the column "text" as the attribute "text". Declare the attribute with `write: false`.',
  ],
  [
    { softDelete: { deleted_at: 'x' } },
    'mapping.notes: `softDelete` requires a `where` that does not contain deleted rows. If access rules hide them, set `where: true`.',
  ],
  [
    { where: { tenant: 'x' }, softDelete: { deleted_at: 'x' } },
    'mapping.notes: `softDelete` must write a column of `where`. Otherwise, deleted rows remain in it.',
  ],
  [
    { where: { deleted_at: null }, softDelete: { deleted: 'x' } },
    'mapping.notes.softDelete: the table does not have a column "deleted".',
  ],
  [
    { attributes: { tenant: { expression: (row: (column: string) => Expression<unknown>) => row('tenat') } } },
    'mapping.notes.attributes.tenant.expression: the table does not have a column "tenat". Did you mean "tenant"?',
  ],
  [
    { attributes: { text: { expression: (row: (column: string) => Expression<unknown>) => row('id') } } },
    'mapping.notes.attributes.text: clients can write the attribute "text", but `expression` computes it. Declare the attribute with `write: false`.',
  ],
  [
    {
      attributes: {
        tenant: { column: 'tenant', expression: (row: (column: string) => Expression<unknown>) => row('id') },
      },
    },
    'mapping.notes.attributes.tenant must contain `column` or `expression`, and not both.',
  ],
  [
    { onCreate: { tenat: 'x' } },
    'mapping.notes.onCreate: the table does not have a column "tenat". Did you mean "tenant"?',
  ],
  [
    { onUpdate: { text: 'x' } },
    'mapping.notes.onUpdate: clients can write the column "text" as the attribute "text". Declare the attribute with `write: false`.',
  ],
])('a mistake fails at start with its name: %#', (mapping, message) => {
  expect(() => notes(mapping)).toThrow(`createKyselySources: ${message}`);
});

test('a function of a row filter must return a value', () => {
  const { rowFilter } = notes({ where: { tenant: () => null } }).get('notes') ?? {};
  expect(rowFilter?.isExpression).toBe(false);
  expect(Object.keys(rowFilter?.values ?? {})).toEqual(['tenant']);
});
