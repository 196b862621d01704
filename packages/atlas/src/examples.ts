/** An example request. */
export interface Example {
  readonly title: string;
  readonly path: string;
  /** A request document. If set, the request is a POST. */
  readonly body?: string;
}

const newCity = {
  type: 'cities',
  attributes: { name: 'Atlantis', population: 12_000, location: { lat: 31.5, lon: -24.5 } },
  relationships: { country: { data: { type: 'countries', id: 'PRT' } } },
};

/** Six example requests. */
export const examples: readonly Example[] = [
  {
    title: 'A country with its neighbours and languages, of countries only the name and these',
    path: '/countries/FRA?include=borders,languages&fields[countries]=name,borders,languages',
  },
  {
    title: 'The five biggest cities of a country, with a link to the next five',
    path: '/cities?filter[country]=FRA&sort=-population&page[size]=5',
  },
  { title: 'Which countries border France: the links alone', path: '/countries/FRA/relationships/borders' },
  {
    title: 'The cities of Japan with more than a million people',
    path: '/countries/JPN/cities?filter[population][gt]=1000000&sort=name',
  },
  { title: 'A new city', path: '/cities', body: JSON.stringify({ data: newCity }) },
  { title: 'An invalid request and its error', path: '/countries?include=nope' },
];

/** Returns the command line of an example. */
export function toCurl(base: string, { path, body }: Example): string {
  // Without -g, curl interprets brackets as a range. Without quotes, the shell interprets them and the ampersands.
  const url = `-g '${base}${path}'`;
  return body === undefined ? `curl ${url}` : `curl ${url} -H 'Content-Type: application/vnd.api+json' -d '${body}'`;
}
