/** Families of documents, records, and requests whose readers or writers could take more than linear time. */
import {
  type Api,
  buildDocument,
  defineApi,
  deserialize,
  JsonApiError,
  serialize,
  toMany,
  toOne,
  validateDocument,
} from '@linkage/core';
import { parseOperations } from '@linkage/core/atomic';
import { z } from 'zod';
import type { Family } from './family.ts';

const api: Api = defineApi({
  nodes: {
    attributes: { name: z.string().optional(), any: z.unknown().optional() },
    relationships: { parent: toOne('nodes'), children: toMany('nodes') },
  },
});

/** The number of parts of an input: its characters divided by the length of a part. */
type Make = (count: number) => unknown;

const range = (count: number, part: (index: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, n) => part(n));
const linked = (n: number): object => ({ relationships: { parent: { data: { type: 'nodes', id: `${n}` } } } });
const node = (n: number, more: object = {}): object => ({ type: 'nodes', id: `${n}`, ...more });
const nested = (count: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 1;
  for (let n = 0; n < count; n++) value = wrap(value);
  return value;
};

const documents: Readonly<Record<string, Make>> = {
  'resources of a collection': (n) => ({ data: range(n, (it) => node(it, { attributes: { name: 'a' } })) }),
  'a chain of included resources': (n) => ({
    data: node(0, linked(1)),
    included: range(n, (it) => node(it + 1, linked(it + 2))),
  }),
  'a chain of included resources in reverse': (n) => ({
    data: node(0, linked(1)),
    included: range(n, (it) => node(n - it, linked(n - it + 1))),
  }),
  'included resources without a link': (n) => ({ data: [], included: range(n, (it) => node(it)) }),
  'one resource again and again': (n) => ({ data: range(n, () => node(1)) }),
  'identifiers of one relationship': (n) => ({
    data: node(0, { relationships: { children: { data: range(n, (it) => node(it)) } } }),
  }),
  'link objects': (n) => ({
    data: [],
    links: Object.fromEntries(range(n, (it) => [`x:l${it}`, { href: `/a/${it}`, meta: {} }]) as never),
  }),
  'a link object in a link object': (n) => ({
    data: [],
    links: { self: nested(n, (describedby) => ({ href: '/a', describedby })) },
  }),
  'a long link': (n) => ({ data: [], links: { self: `/${'a%20b/'.repeat(n)}` } }),
  'a long absolute link': (n) => ({ data: [], links: { self: `http://${'a.'.repeat(n)}x/` } }),
  'error objects': (n) => ({
    errors: range(n, (it) => ({ status: '400', title: `t${it}`, source: { pointer: `/data/${it}` } })),
  }),
  'error objects at fault': (n) => ({ errors: range(n, () => ({ status: 400, title: 5, source: 1 })) }),
  'objects in meta': (n) => ({ data: null, meta: nested(n, (inner) => ({ inner })) }),
  'arrays in an attribute': (n) => ({ data: node(1, { attributes: { any: nested(n, (inner) => [inner]) } }) }),
  'members of an object': (n) => ({
    data: node(1, { attributes: Object.fromEntries(range(n, (it) => [`a${it}`, it]) as never) }),
  }),
  'members at fault': (n) => ({
    data: node(1, { attributes: Object.fromEntries(range(n, (it) => [`-a${it}`, it]) as never) }),
  }),
};

const sizes = (make: Make, count: number): ((size: number) => string) => {
  const limit = 40_000;
  return (size) => JSON.stringify(make(Math.round((count * size) / limit)));
};

function documentFamily(reader: string, run: (document: never) => unknown, count: number): readonly Family[] {
  return Object.entries(documents).map(([name, make]) => ({
    name: `${reader}: ${name}`,
    limit: 40_000,
    input: sizes(make, count),
    run: (text) => run(JSON.parse(text) as never),
  }));
}

function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return error;
  }
}

const record = (n: number, parent: unknown = null): object => ({ id: n, name: 'a', parent, children: [] });
const records: Readonly<Record<string, Make>> = {
  'records of a collection': (n) => range(n, (it) => record(it)),
  'records with a common parent': (n) => range(n, (it) => record(it, record(n))),
  'records with a parent each': (n) => range(n, (it) => record(it, record(it + n))),
  'one record with children': (n) => [{ ...record(0), children: range(n, (it) => record(it + 1)) }],
  'records that reference each other': (n) => range(n, (it) => record(it, record((it + 1) % n))),
};

function recordFamily(writer: string, run: (all: never) => unknown): readonly Family[] {
  return Object.entries(records).map(([name, make]) => ({
    name: `${writer}: ${name}`,
    limit: 40_000,
    input: sizes(make, 800),
    run: (text) => outcome(() => run(JSON.parse(text) as never)),
  }));
}

const include = { include: ['parent.children', 'children'] } as never;
const limits = { operations: 10_000, members: 1e9, linkageMembers: 1e9, bytes: 1e9 };
const add = (n: number, more: object = {}): object => ({ op: 'add', data: { type: 'nodes', lid: `l${n}`, ...more } });
const operations: Readonly<Record<string, Make>> = {
  'operations that create': (n) => range(n, (it) => add(it)),
  'operations that reference the one before': (n) =>
    range(n, (it) =>
      add(it, it === 0 ? {} : { relationships: { parent: { data: { type: 'nodes', lid: `l${it - 1}` } } } }),
    ),
  'operations at fault': (n) => range(n, () => ({ op: 'x' })),
  'operations with unknown local ids': (n) =>
    range(n, (it) => ({ op: 'remove', ref: { type: 'nodes', lid: `l${it}` } })),
};

/** Families whose work is counted only: some of them end later. */
export const objectFamilies: readonly Family[] = [
  ...documentFamily('validator', (document) => validateDocument(document, { as: 'response', api, maxIssues: 50 }), 400),
  ...documentFamily('deserialize', (document) => outcome(() => deserialize(document)), 400),
  ...recordFamily('serialize', (records) => serialize(api, 'nodes', records, include)),
  ...recordFamily('buildDocument', (records) => buildDocument(api, 'nodes', records, include)),
  ...Object.entries(operations).map(([name, make]) => ({
    name,
    limit: 40_000,
    input: sizes((count) => ({ 'atomic:operations': make(count) }), 400),
    run: async (text: string) => {
      try {
        return await parseOperations(api, text, limits);
      } catch (error) {
        if (!JsonApiError.is(error)) throw error;
        return error;
      }
    },
  })),
];
