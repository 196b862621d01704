import { split } from '../../../bench/src/hostile/odd.ts';
import type { UrlParts } from '../mutate-url.ts';

/** The URLs of the atlas, and of what they lead to. */
export const sqlParts: UrlParts = {
  paths: [
    ...[
      '/',
      '/countries',
      '/countries/FRA',
      "/countries/'%3B%20drop%20table%20cities%20--",
      '/cities',
      '/cities/%25',
      '/cities/a%2Fb',
    ],
    ...split(`
      /countries/FRA/cities /countries/CHE/relationships/languages /countries/FRA/borders /regions/EU/countries
      /cities/1/country /cities/1/relationships/country /languages/fra/countries /currencies /operations
    `),
  ],
  names: [
    ...split(`
      regions countries languages currencies cities name officialName shortCode subregion area independent unMember
      landlocked region borders country population featureCode adminCode id region.name languages.name borders.area
      country.name borders.borders.name country.region.name location FRA CHE EU 1 % un_member feature_code
      relationships
    `),
  ],
  values: [
    ...[
      'France',
      'FRA',
      'EU',
      '1',
      '0',
      '-1',
      '25',
      '100',
      '1e400',
      '9223372036854775808',
      '0x10',
      'true',
      'false',
      'null',
      "'",
    ],
    ...[
      "' or 1=1 --",
      '%',
      '_',
      '\\',
      '\\\\',
      '*',
      '?',
      '[a-z]',
      'name',
      '-name',
      '-area,name',
      'population',
      'country.name',
    ],
    ...[
      'languages',
      'borders.region',
      'cities',
      'region.countries.cities',
      'country.borders',
      'EUR',
      "O''Brien",
      '𝒳',
      '\u0000',
    ],
  ],
  queries: [
    ...split(`
      include=region,borders.languages sort=-area,name fields[countries]=name,region filter[name][contains]=%25
      filter[area][ge]=1e300 filter[languages.name]=French filter[region]=EU,null page[size]=1 page[total]=true
    `),
    ...["filter=or(eq(name,'France'),not(gt(area,10)))", 'filter[borders]=null', 'filter[population][between]=0,9e99'],
    ...['filter[name][startsWith]=%00', 'filter[id]=FRA,x', 'filter[unMember]=true', 'filter[name][iContains]=%C3%89'],
  ],
};

/** Documents of requests. */
export const country = {
  type: 'countries',
  id: 'NEW',
  attributes: {
    name: 'N',
    officialName: 'O',
    shortCode: 'NN',
    unMember: true,
    landlocked: false,
    area: 1.5,
    capitals: ['a'],
    location: { lat: 1, lon: 2 },
  },
  relationships: {
    region: { data: { type: 'regions', id: 'EU' } },
    languages: { data: [{ type: 'languages', id: 'fra' }] },
  },
};
export const city = {
  type: 'cities',
  attributes: { name: 'C', population: 5, featureCode: 'PPL' },
  relationships: { country: { data: { type: 'countries', id: 'FRA' } } },
};
export const extra = {
  names: sqlParts.names,
  strings: ['"FRA"', '"\' or 1=1 --"', '"%"', '1.5', '9007199254740991', '[["a"]]', '{"lat":91,"lon":0}'],
};
