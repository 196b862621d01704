import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

const name = attribute(z.string().min(1).max(200), { sort: true, filter: true });
const flag = attribute(z.boolean(), { filter: true });
const filtered = { filter: true } as const;
const location = z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) });

/** The resource types: regions, countries, languages, currencies, and cities. */
export const api = defineApi({
  regions: {
    attributes: { name },
    relationships: { countries: toMany('countries') },
    clientGeneratedIds: true,
  },
  // The id is the ISO 3166-1 alpha-3 code.
  countries: {
    attributes: {
      name,
      officialName: attribute(z.string().min(1).max(200), { sort: true }),
      shortCode: attribute(z.string().regex(/^[A-Z]{2}$/), { sort: true, filter: true }),
      flag: z.string().nullable().default(null),
      capitals: z.array(z.string()).default([]),
      subregion: attribute(z.string().nullable().default(null), { sort: true, filter: true }),
      demonym: z.string().nullable().default(null),
      // In square kilometers.
      area: attribute(z.number().positive().nullable().default(null), { sort: true, filter: true }),
      location: location.nullable().default(null),
      independent: attribute(z.boolean().nullable().default(null), filtered),
      unMember: flag,
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
  // The id is the ISO 639-3 code.
  languages: {
    attributes: { name },
    relationships: { countries: toMany('countries', filtered) },
    clientGeneratedIds: true,
  },
  // The id is the ISO 4217 code.
  currencies: {
    attributes: { name, symbol: z.string().nullable().default(null) },
    relationships: { countries: toMany('countries', filtered) },
    clientGeneratedIds: true,
  },
  // The id is the GeoNames id. New cities have a UUID.
  cities: {
    attributes: {
      name,
      population: attribute(z.int().min(0), { sort: true, filter: true }),
      // The kind of place: https://www.geonames.org/export/codes.html, class P.
      featureCode: attribute(
        z
          .string()
          .regex(/^[A-Z0-9]{2,10}$/)
          .default('PPL'),
        filtered,
      ),
      adminCode: attribute(z.string().max(20).nullable().default(null), filtered),
      location: location.nullable().default(null),
    },
    relationships: { country: toOne('countries', filtered) },
  },
});
