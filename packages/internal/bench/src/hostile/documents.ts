import type { HostileText } from './input.ts';

/** Parts until their text has the size. */
function parts(size: number, part: (index: number) => string): string {
  const found: string[] = [];
  for (let length = 0; length < size; ) {
    const next = part(found.length);
    found.push(next);
    length += next.length + 1;
  }
  return found.join(',');
}

const resource = (members: string): string => `{"data":{"type":"nodes",${members}}}`;
const attribute = (name: string, value: string): string => resource(`"attributes":{"${name}":${value}}`);
const children = (data: string): string => resource(`"relationships":{"children":{"data":[${data}]}}`);

const strings: Readonly<Record<string, (size: number) => string>> = {
  'arrays in arrays': (size) => attribute('any', '['.repeat(size / 2) + ']'.repeat(size / 2)),
  'objects in objects': (size) => attribute('any', `${'{"a":'.repeat(size / 6)}0${'}'.repeat(size / 6)}`),
  'opening brackets alone': (size) => '['.repeat(size),
  'empty arrays': (size) => attribute('any', `[${parts(size, () => '[]')}]`),
  'empty objects': (size) => attribute('any', `[${parts(size, () => '{}')}]`),
  'objects of other shapes': (size) => attribute('any', `[${parts(size, (n) => `{"k${n}":0}`)}]`),
  numbers: (size) => attribute('any', `[${parts(size, () => '0')}]`),
  'numbers with many digits': (size) => attribute('any', `[${'1'.repeat(size)}]`),
  'one long string': (size) => attribute('name', `"${'a'.repeat(size)}"`),
  'one long string of two-byte characters': (size) => attribute('name', `"${'é'.repeat(size)}"`),
  'one long string of surrogate pairs': (size) => attribute('name', `"${'😀'.repeat(size / 2)}"`),
  'escaped quotes': (size) => attribute('name', `"${'\\"'.repeat(size / 2)}"`),
  backslashes: (size) => attribute('name', `"${'\\\\'.repeat(size / 2)}"`),
  'a string without an end': (size) => attribute('name', `"${'\\"'.repeat(size / 2)}`),
  'half surrogate pairs': (size) => attribute('name', `"${'\\ud800'.repeat(size / 6)}"`),
  'short strings': (size) => attribute('list', `[${parts(size, (n) => `"s${n}"`)}]`),
  'unknown attributes': (size) => resource(`"attributes":{${parts(size, (n) => `"k${n}":0`)}}`),
  'names that are numbers': (size) => attribute('any', `{${parts(size, (n) => `"${n * 65_536}":0`)}}`),
  'strings that are numbers': (size) => attribute('any', `[${parts(size, (n) => `"${1e9 + n * 131_072}"`)}]`),
  'one name again and again': (size) => resource(`"attributes":{${parts(size, () => '"name":"a"')}}`),
  'at-members': (size) => resource(`"attributes":{${parts(size, (n) => `"@k${n}":0`)}}`),
  'long names': (size) => resource(`"attributes":{${parts(size, (n) => `"${n}${'k'.repeat(1000)}":0`)}}`),
  'unknown relationships': (size) => resource(`"relationships":{${parts(size, (n) => `"k${n}":{"data":null}`)}}`),
  'many identifiers': (size) => children(parts(size, (n) => `{"type":"nodes","id":"${n}"}`)),
  'one identifier again and again': (size) => children(parts(size, () => '{"type":"nodes","id":"1"}')),
  'identifiers with a lid': (size) => children(parts(size, (n) => `{"type":"nodes","id":"${n}","lid":"l${n}"}`)),
  'identifiers at fault': (size) => children(parts(size, () => '{"type":"nodes"}')),
  'many problems of a schema': (size) => attribute('list', `[${parts(size, () => '0')}]`),
  'white space': (size) => `${' '.repeat(size / 2)}${attribute('name', '"a"')}${'\n'.repeat(size / 2)}`,
  'included resources': (size) =>
    `{"data":{"type":"nodes"},"included":[${parts(size, (n) => `{"type":"nodes","id":"${n}"}`)}]}`,
};

/** Characters of what is one value, and of what ends at the limit of members or of identifiers. */
const MAX = 1_000_000;
const limits: Readonly<Record<string, number>> = {
  'empty arrays': 28_000,
  'empty objects': 28_000,
  'objects of other shapes': 55_000,
  numbers: 19_000,
  'short strings': 70_000,
  'unknown attributes': 90_000,
  'names that are numbers': 120_000,
  'strings that are numbers': 110_000,
  'one name again and again': 100_000,
  'at-members': 95_000,
  'unknown relationships': 100_000,
  'many identifiers': 24_000,
  'one identifier again and again': 24_000,
  'identifiers with a lid': 36_000,
  'identifiers at fault': 15_000,
  'many problems of a schema': 19_000,
  'included resources': 90_000,
};

/** The maximum size of a resource and its last part, so that no input is larger than requested. */
const withinLimit = (size: number): number => size - Math.min(1200, size * 0.02);

/** Request documents that create a resource of `hostileApi`. */
export const hostileDocuments: readonly HostileText[] = Object.entries(strings).map(([name, make]) => ({
  name: `document: ${name}`,
  limit: limits[name] ?? MAX,
  input: (size) => make(withinLimit(size)),
}));

/** Documents whose members have names of `Object.prototype`, or are not what JSON:API says. */
export const oddDocuments: readonly string[] = [
  '{"data":null}',
  '{"data":{"type":"articles","id":"1","attributes":{"title":"A"},"relationships":{"author":{"data":{"type":"people","id":"7"}}}},"included":[{"type":"people","id":"7"}]}',
  '{"data":{"type":"articles","id":"1","relationships":{"__proto__":{"data":null},"constructor":{"data":[]}}}}',
  '{"data":{"type":"articles","attributes":{"__proto__":1,"constructor":2,"then":3,"toJSON":4},"__proto__":{"id":"1"}}}',
  '{"data":[{"type":"__proto__","id":"__proto__"},{"type":"constructor","id":"constructor"},{"id":"1"}],"links":{"self":"/a","next":null,"__proto__":"/"}}',
  '{"errors":[{"status":"400","source":{"pointer":"/data"},"links":{"about":"/a"}},{}],"jsonapi":{"version":"1.1"}}',
  '{"meta":{"__proto__":1,"page":{"total":3}},"atomic:operations":[{"op":"add","data":{"type":"articles"}}]}',
  '{"__proto__":{"data":null}}',
  '[]',
  '{}',
];
