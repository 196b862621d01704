/** Families of request documents that a careless reader takes more than linear time for, or more memory than they have. */
import { type Api, defineApi, parseCreate, toMany, toOne } from '@linkage/core';
import { z } from 'zod';
import { type Family, outcomeOf } from './family.ts';

const api: Api = defineApi({
  nodes: {
    attributes: { name: z.string().optional(), any: z.unknown().optional(), list: z.array(z.string()).optional() },
    relationships: { parent: toOne('nodes'), children: toMany('nodes') },
  },
});

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

const texts: Readonly<Record<string, (size: number) => string>> = {
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
const room = (size: number): number => size - Math.min(1200, size * 0.02);

/** V8 makes a hidden class for each shape of objects and a string for each name: many of them do not fit into a cache. */
function parseAlone(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

/** Request documents, read at the default limits. */
export const documentFamilies: readonly Family[] = Object.entries(texts).map(([name, make]) => ({
  name: `document: ${name}`,
  limit: limits[name] ?? MAX,
  input: (size) => make(room(size)),
  run: (text) => outcomeOf(() => parseCreate(api, 'nodes', text)),
  platform: { name: 'JSON.parse', run: parseAlone },
}));
