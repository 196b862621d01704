import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

const name = attribute(z.string().min(1).max(200), { sort: true, filter: true });
const flag = attribute(z.boolean(), { filter: true });
const filtered = { filter: true } as const;
const location = z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) });

/** The resource types: regions, countries, languages, currencies, and cities. */
export const api = defineApi({
  regions: {
    description: 'A continent, or a part of one.',
    attributes: { name },
    relationships: { countries: toMany('countries') },
    clientGeneratedIds: true,
  },
  countries: {
    description: 'A country or territory. The id is its ISO 3166-1 alpha-3 code, such as FRA.',
    attributes: {
      name,
      officialName: attribute(z.string().min(1).max(200), { sort: true, description: 'The full name, in English.' }),
      shortCode: attribute(z.string().regex(/^[A-Z]{2}$/), {
        sort: true,
        filter: true,
        description: 'The ISO 3166-1 alpha-2 code, such as FR.',
      }),
      flag: attribute(z.string().nullable().default(null), { description: 'The flag as an emoji.' }),
      capitals: z.array(z.string()).default([]),
      subregion: attribute(z.string().nullable().default(null), { sort: true, filter: true }),
      demonym: attribute(z.string().nullable().default(null), {
        description: 'The people of the country, such as French.',
      }),
      area: attribute(z.number().positive().nullable().default(null), {
        sort: true,
        filter: true,
        description: 'In square kilometers.',
      }),
      location: location.nullable().default(null),
      independent: attribute(z.boolean().nullable().default(null), filtered),
      unMember: attribute(z.boolean(), { filter: true, description: 'Whether it is a member of the United Nations.' }),
      landlocked: flag,
    },
    relationships: {
      region: toOne('regions', filtered),
      languages: toMany('languages', filtered),
      currencies: toMany('currencies', filtered),
      borders: toMany('countries', filtered),
      cities: toMany('cities'),
    },
    clientGeneratedIds: true,
  },
  languages: {
    description: 'An official language. The id is its ISO 639-3 code, such as fra.',
    attributes: { name },
    relationships: { countries: toMany('countries', filtered) },
    clientGeneratedIds: true,
  },
  currencies: {
    description: 'A currency. The id is its ISO 4217 code, such as EUR.',
    attributes: { name, symbol: z.string().nullable().default(null) },
    relationships: { countries: toMany('countries', filtered) },
    clientGeneratedIds: true,
  },
  cities: {
    description: 'A place with inhabitants. The id is its GeoNames id, and a UUID for a new city.',
    attributes: {
      name,
      population: attribute(z.int().min(0), { sort: true, filter: true }),
      featureCode: attribute(
        z
          .string()
          .regex(/^[A-Z0-9]{2,10}$/)
          .default('PPL'),
        { filter: true, description: 'The kind of place: https://www.geonames.org/export/codes.html, class P.' },
      ),
      adminCode: attribute(z.string().max(20).nullable().default(null), filtered),
      location: location.nullable().default(null),
    },
    relationships: { country: toOne('countries', filtered) },
  },
});
