/** Readings of what a server does with many records or many operations, in memory and in SQLite. */
import type { JsonApiRequest } from '@linkage/server';
import type { CountedReading } from './reading.ts';
import { memoryWorld, type NodeRecord, operating, prepared, sqliteWorld, type World, writing } from './world.ts';

const range = <Item>(count: number, item: (n: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, n) => item(n));
const node = (n: number, more: Partial<NodeRecord> = {}): NodeRecord => ({
  ...{ id: `${n}`, name: `name ${n}`, parent: null, children: [] },
  ...more,
});
const plain = (count: number): readonly NodeRecord[] => range(count, (n) => node(n));
const identifier = (n: number): object => ({ type: 'nodes', id: `${n}` });
const identifiers = (count: number): readonly object[] => range(count, identifier);
const create = (n: number, more: object = {}): object => ({
  op: 'add',
  data: { type: 'nodes', lid: `l${n}`, attributes: { name: 'a' }, ...more },
});
const withParent = (n: number): object => ({
  relationships: { parent: { data: n === 0 ? null : { type: 'nodes', lid: `l${n - 1}` } } },
});

/** The largest number, the records of a number, and the request. */
interface Scenario {
  readonly limit: number;
  readonly records: (count: number) => readonly NodeRecord[];
  readonly request: (count: number) => Partial<JsonApiRequest>;
}

const operations: Readonly<Record<string, (n: number) => object>> = {
  'that create': (n) => create(n),
  'that reference the one before': (n) => create(n, withParent(n)),
  'that update one resource': () => ({ op: 'update', data: { ...identifier(0), attributes: { name: 'b' } } }),
  'that update many resources': (n) => ({ op: 'update', data: { ...identifier(n), attributes: { name: 'b' } } }),
  'that remove': (n) => ({ op: 'remove', ref: identifier(n) }),
  'that set a relationship': (n) => ({
    ...{ op: 'update', ref: { ...identifier(n), relationship: 'parent' }, data: identifier(0) },
  }),
};

const executed: Readonly<Record<string, Scenario>> = Object.fromEntries(
  Object.entries(operations).map(([name, operation]) => [
    `operations ${name}`,
    { limit: 200, records: plain, request: (count) => operating(range(count, operation)) },
  ]),
);

/** Requests that look at many records and return a page of 25 at most. */
const filtered: Readonly<Record<string, Scenario>> = Object.fromEntries(
  Object.entries({
    'a filter that matches none': '/nodes?filter[name]=none',
    'a filter that matches all': '/nodes?filter[name][contains]=name&page[total]=true',
    'a filter of a text': '/nodes?filter[name][iContains]=E%201',
    'a filter on a path': '/nodes?filter[parent.name]=none',
    'a filter on a to-many path': '/nodes?filter[children.name]=none',
    'a filter of groups': `/nodes?filter=or(eq(name,'a'),not(gt(name,'a')),and(eq(name,'b'),eq(name,'c')))`,
    'an order': '/nodes?sort=-name',
    'an order by a path': '/nodes?sort=parent.name',
    'the last page': '/nodes?page[number]=10',
  }).map(([name, url]) => [
    `records: ${name}`,
    {
      limit: 2000,
      records: (count) =>
        range(count, (n) => node(n, { parent: `${(n * 7) % count}`, children: [`${(n * 3) % count}`] })),
      request: () => ({ url }),
    },
  ]),
);

/** Values of one filter. */
const valued: Readonly<Record<string, Scenario>> = {
  'values of a filter': {
    limit: 500,
    records: () => plain(20),
    request: (count) => ({ url: `/nodes?filter[name]=${range(count, (n) => `a${n}`).join(',')}` }),
  },
  'ids of a filter': {
    limit: 500,
    records: () => plain(20),
    request: (count) => ({ url: `/nodes?filter[id]=${range(count, (n) => `a${n}`).join(',')}` }),
  },
};

const included: Readonly<Record<string, Scenario>> = Object.fromEntries(
  Object.entries({
    'a parent each': [(n, count) => node(n, { parent: `${(n + 1) % count}` }), 'parent'],
    'one parent': [(n) => node(n, { parent: '0' }), 'parent'],
    'a path of three steps': [(n, count) => node(n, { parent: `${(n * 7) % count}` }), 'parent.parent.parent'],
    'two children each': [
      (n, count) => node(n, { children: [...new Set([`${(n * 3) % count}`, `${(n * 5 + 1) % count}`])] }),
      'children',
    ],
    'children of parents': [
      (n, count) => node(n, { parent: `${(n * 7) % count}`, children: [`${(n * 3) % count}`] }),
      'parent.children,children.parent',
    ],
    'all children of one': [
      (n, count) => node(n, n === 0 ? { children: range(count, (it) => `${it}`) } : {}),
      'children',
    ],
  } satisfies Record<string, readonly [(n: number, count: number) => NodeRecord, string]>).map(
    ([name, [record, include]]) => [
      `includes: ${name}`,
      {
        limit: 400,
        records: (count) => range(count, (n) => record(n, count)),
        request: (count) => ({ url: `/nodes?page[size]=${count}&include=${include}` }),
      },
    ],
  ),
);

const written: Readonly<Record<string, Scenario>> = {
  'creation with members': {
    limit: 500,
    records: plain,
    request: (count) =>
      writing('POST', '/nodes', {
        data: {
          type: 'nodes',
          attributes: { name: 'a' },
          relationships: { children: { data: identifiers(count) } },
        },
      }),
  },
  ...Object.fromEntries(
    (['PATCH', 'POST', 'DELETE'] as const).map((method) => [
      `members of a relationship with ${method}`,
      {
        limit: 500,
        records: (count) => range(count, (n) => node(n, n === 0 ? { children: range(count, (it) => `${it}`) } : {})),
        request: (count) => writing(method, '/nodes/0/relationships/children', { data: identifiers(count) }),
      } satisfies Scenario,
    ]),
  ),
};

const scenarios: Readonly<Record<string, Scenario>> = { ...executed, ...filtered, ...valued, ...included, ...written };

function readingsOf(place: string, create: (records: readonly NodeRecord[]) => World): readonly CountedReading[] {
  return Object.entries(scenarios).map(([name, { limit, records, request }]) => ({
    name: `${place}: ${name}`,
    limit,
    prepare: (count) => prepared(create(records(count)), request(count)),
  }));
}

/** Readings of servers over memory and SQLite. SQLite itself looks at the records, and a page has 25 of them at most. */
export const serverReadings: readonly CountedReading[] = [
  ...readingsOf('memory', memoryWorld).map((it) => ({
    ...it,
    isConstant: it.name === 'memory: records: the last page',
  })),
  ...readingsOf('SQLite', sqliteWorld).map((it) => ({
    ...it,
    isConstant: it.name.startsWith('SQLite: records:'),
    hasSameStatements: !it.name.startsWith('SQLite: operations'),
  })),
];
