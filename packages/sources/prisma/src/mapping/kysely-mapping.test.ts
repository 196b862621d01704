import { defineApi, toMany, toOne } from '@linkage/core';
import type { DatabaseSchema } from '@linkage/kysely';
import { expect, test } from 'vitest';
import { modelsOf } from '../schema/models.ts';
import { kyselyMapping } from './kysely-mapping.ts';

test('the fields of `references` are those of the other model, or of the own one for a key of members', () => {
  const api = defineApi({
    countries: { relationships: { cities: toMany('cities') } },
    cities: { relationships: { country: toOne('countries') } },
  });
  const field = (name: string, dbName: string) => ({ name, dbName, kind: 'scalar', type: 'String' });
  const models = modelsOf({
    _runtimeDataModel: {
      models: {
        Country: { dbName: 'country', fields: [field('id', 'id'), field('isoCode', 'iso_code')] },
        City: { dbName: 'city', fields: [field('id', 'id'), field('countryCode', 'country_code')] },
      },
    },
  } as never);
  const table = { primaryKey: ['id'], columns: new Map() };
  const databaseSchema = {
    tables: new Map(['country', 'city'].map((name) => [name, table])),
  } as unknown as DatabaseSchema;
  const references = 'isoCode';
  const mapping = kyselyMapping(
    api,
    {
      countries: { model: 'country', relationships: { cities: { foreignKey: 'countryCode', references } } },
      cities: { model: 'city', relationships: { country: { column: 'countryCode', references } } },
    },
    models,
    databaseSchema,
  );
  expect([mapping['cities']?.relationships, mapping['countries']?.relationships]).toEqual([
    { country: { column: 'country_code', references: 'iso_code' } },
    { cities: { foreignKey: 'country_code', references: 'iso_code' } },
  ]);
});
