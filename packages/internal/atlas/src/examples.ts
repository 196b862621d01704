/** An example request. */
export interface Example {
  readonly title: string;
  readonly path: string;
  /** A request document. If set, the request is a POST. */
  readonly body?: string;
  /** The media type of the request document, if it applies an extension. */
  readonly mediaType?: string;
}

const mediaType = 'application/vnd.api+json';
/** The media type of requests with several operations. */
const atomic = `${mediaType}; ext="https://jsonapi.org/ext/atomic"`;

const newCity = {
  type: 'cities',
  attributes: { name: 'Atlantis', population: 12_000, location: { lat: 31.5, lon: -24.5 } },
  relationships: { country: { data: { type: 'countries', id: 'PRT' } } },
};

const newRegion = { type: 'regions', lid: 'lost', attributes: { name: 'Lost places' } };
const newCountry = {
  type: 'countries',
  lid: 'atlantis',
  attributes: {
    name: 'Atlantis',
    officialName: 'Sunken Republic',
    shortCode: 'XA',
    unMember: false,
    landlocked: false,
  },
  relationships: { region: { data: { type: 'regions', lid: 'lost' } } },
};
const capital = {
  type: 'cities',
  attributes: newCity.attributes,
  relationships: { country: { data: { type: 'countries', lid: 'atlantis' } } },
};

/** Example requests. */
export const examples: readonly Example[] = [
  {
    title: 'A country with its neighbors and languages, and only these fields of countries',
    path: '/countries/FRA?include=borders,languages&fields[countries]=name,borders,languages',
  },
  {
    title: 'The five biggest cities of a country, with a link to the next page',
    path: '/cities?filter[country]=FRA&sort=-population&page[size]=5',
  },
  { title: 'The countries that border France: only their identifiers', path: '/countries/FRA/relationships/borders' },
  {
    title: 'The cities of Japan with more than a million people',
    path: '/countries/JPN/cities?filter[population][gt]=1000000&sort=name',
  },
  { title: 'A new city', path: '/cities', body: JSON.stringify({ data: newCity }) },
  {
    title: 'A region, its country, and a city of the country: all of them, or none',
    path: '/operations',
    body: JSON.stringify({
      'atomic:operations': [newRegion, newCountry, capital].map((data) => ({ op: 'add', data })),
    }),
    mediaType: atomic,
  },
  { title: 'An invalid request and its error', path: '/countries?include=nope' },
];

/** Returns the command line of an example. */
export function toCurl(base: string, { path, body, mediaType: type = mediaType }: Example): string {
  // Without -g, curl interprets brackets as a range. Without quotes, the shell interprets them and the ampersands.
  const url = `-g '${base}${path}'`;
  return body === undefined ? `curl ${url}` : `curl ${url} -H 'Content-Type: ${type}' -d '${body}'`;
}
