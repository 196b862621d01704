import { booleanColumn, createKyselySources, jsonColumn } from '@linkage/kysely';
import type { Sources } from '@linkage/server';
import type { Kysely } from 'kysely';
import { api } from './api.ts';

/** Creates the sources of all types over the tables of `tables.ts`. */
export function createSources(db: Kysely<unknown>): Sources<typeof api> {
  return createKyselySources(api, db, {
    regions: { table: 'regions', relationships: { countries: { foreignKey: 'region_id' } } },
    countries: {
      table: 'countries',
      attributes: {
        officialName: 'official_name',
        capitals: jsonColumn(),
        location: jsonColumn(),
        independent: booleanColumn(),
        unMember: booleanColumn('un_member'),
        landlocked: booleanColumn(),
      },
      relationships: {
        region: { column: 'region_id' },
        languages: { through: 'country_languages', from: 'country_id', to: 'language_id' },
        currencies: { through: 'country_currencies', from: 'country_id', to: 'currency_id' },
        borders: { through: 'country_borders', from: 'country_id', to: 'neighbour_id' },
        cities: { foreignKey: 'country_id' },
      },
    },
    languages: {
      table: 'languages',
      relationships: { countries: { through: 'country_languages', from: 'language_id', to: 'country_id' } },
    },
    currencies: {
      table: 'currencies',
      relationships: { countries: { through: 'country_currencies', from: 'currency_id', to: 'country_id' } },
    },
    cities: {
      table: 'cities',
      attributes: { featureCode: 'feature_code', adminCode: 'admin_code', location: jsonColumn() },
      relationships: { country: { column: 'country_id' } },
    },
  });
}
