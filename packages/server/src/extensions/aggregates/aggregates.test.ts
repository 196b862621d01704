/** The profile of aggregates: counts, sums, and extreme values of collections. */
import { attribute, defineApi, formatMediaType, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { send } from '../../../test/support.ts';
import { aggregateRecords } from '../../memory/aggregate-records.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';
import type { DataSource } from '../../sources/port/data-source.ts';
import { cursorPagination } from '../cursor-pagination/cursor-pagination.ts';
import { type AggregatesOptions, aggregates } from './aggregates.ts';

const asked = { sort: true, filter: true } as const;
const api = defineApi({
  issues: {
    attributes: {
      status: attribute(z.enum(['open', 'done']), asked),
      kind: attribute(z.string().nullable(), asked),
      points: attribute(z.number().nullable(), asked),
      due: attribute(z.iso.date().nullable(), {
        ...asked,
        encode: (value: unknown) => (value instanceof Date ? value.toISOString().slice(0, 10) : String(value)),
      }),
      secret: attribute(z.number(), asked),
    },
    relationships: { owner: toOne('people', { filter: true }) },
  },
  people: { attributes: { name: attribute(z.string(), asked) } },
});
type Issues = typeof api;
const rows = () => [
  { id: '1', status: 'open', kind: 'bug', points: 3, due: new Date('2026-03-01'), secret: 100, owner: '7' },
  { id: '2', status: 'open', kind: null, points: 0.1, due: null, secret: 20, owner: '8' },
  { id: '3', status: 'done', kind: 'bug', points: null, due: new Date('2026-01-01'), secret: 3, owner: '7' },
  { id: '4', status: 'open', kind: 'bug', points: 0.2, due: new Date('2026-02-01'), secret: 4000, owner: null },
];
const fields = {
  groupBy: ['status', 'kind', 'secret'],
  sum: ['points', 'secret'],
  min: ['due', 'points'],
  max: ['due', 'secret'],
} as const;

function serverOf(access?: object, given: AggregatesOptions = {}, options: object = {}, data = rows()) {
  const sources = createMemorySources(api, {
    issues: data,
    people: [
      { id: '7', name: 'Ada' },
      { id: '8', name: 'Bob' },
    ],
  } as never);
  return createServer(api, sources, {
    profiles: [aggregates(api, { issues: fields }, { applied: 'always', ...given })],
    ...(access === undefined ? {} : { access }),
    ...(options as ServerOptions<unknown, Issues>),
  } as never);
}
type Server = ReturnType<typeof serverOf>;
const groupsOf = async (server: Server, query: string) => {
  const { status, document } = await send(server, `GET /issues?${query}`);
  expect(status).toBe(200);
  return document.meta.aggregates;
};
const problemsOf = async (server: Server, line: string) => {
  const { status, problems } = await send(server, line);
  return [status, ...problems];
};

describe('aggregates', () => {
  test.each<[string, unknown]>([
    ['groupBy=', [{ count: 4 }]],
    [
      'groupBy=status',
      [
        { by: { status: 'done' }, count: 1 },
        { by: { status: 'open' }, count: 3 },
      ],
    ],
    [
      'groupBy=kind',
      [
        { by: { kind: null }, count: 1 },
        { by: { kind: 'bug' }, count: 3 },
      ],
    ],
    ['sumOf=points', [{ count: 4, sum: { points: 3.3 } }]],
    ['sumOf=points&filter[status]=done', [{ count: 1, sum: { points: null } }]],
    ['sumOf=points,secret&page[size]=1', [{ count: 4, sum: { points: 3.3, secret: 4123 } }]],
    ['minOf=due,points&maxOf=due', [{ count: 4, min: { due: '2026-01-01', points: 0.1 }, max: { due: '2026-03-01' } }]],
    ['groupBy=status&filter[kind]=none', []],
    ['groupBy=&filter[kind]=none', [{ count: 0 }]],
    [
      'groupBy=status,kind&sumOf=points&filter[owner.name]=Ada',
      [
        { by: { status: 'done', kind: 'bug' }, count: 1, sum: { points: null } },
        { by: { status: 'open', kind: 'bug' }, count: 1, sum: { points: 3 } },
      ],
    ],
  ])('%s', async (query, expected) => {
    expect(await groupsOf(serverOf(), query)).toEqual(expected);
  });

  test('are part of no other response', async () => {
    expect((await send(serverOf(), 'GET /issues')).document.meta).toBeUndefined();
  });

  test('stand beside the total and the page', async () => {
    const { document } = await send(serverOf(), 'GET /issues?groupBy=&page[total]=true&page[size]=1');
    expect(document.meta).toEqual({ aggregates: [{ count: 4 }], page: { total: 4 } });
    expect(document.data.length).toBe(1);
    expect(decodeURIComponent(document.links.next.href)).toContain('groupBy=');
    const cursors = { profiles: [cursorPagination(), aggregates(api, { issues: fields }, { applied: 'always' })] };
    const { document: paged } = await send(serverOf(undefined, {}, cursors), 'GET /issues?groupBy=&page[size]=1');
    expect(paged.meta.aggregates).toEqual([{ count: 4 }]);
  });

  test('a page of size 0 contains no resources and leads nowhere', async () => {
    const { document } = await send(serverOf(), 'GET /issues?groupBy=&page[size]=0&page[total]=true');
    expect(document).toMatchObject({ data: [], meta: { aggregates: [{ count: 4 }], page: { total: 4 } } });
    expect(Object.keys(document.links)).toEqual(['self']);
    expect(await problemsOf(serverOf(), 'GET /issues?page[size]=0')).toEqual([400, 'PAGE_INVALID page[size]']);
    const cursors = {
      profiles: [cursorPagination({ applied: 'always' }), aggregates(api, { issues: fields }, { applied: 'always' })],
    };
    const { document: paged } = await send(serverOf(undefined, {}, cursors), 'GET /issues?groupBy=&page[size]=0');
    expect([paged.data, paged.meta.aggregates, Object.keys(paged.links)]).toEqual([[], [{ count: 4 }], ['self']]);
    expect(await problemsOf(serverOf(undefined, {}, cursors), 'GET /issues?page[size]=0')).toEqual([
      400,
      'PAGE_INVALID page[size]',
    ]);
  });

  test('sums that a number cannot represent are strings', async () => {
    const large = rows().map((row) => ({ ...row, points: Number.MAX_SAFE_INTEGER }));
    const [{ sum }] = await groupsOf(serverOf(undefined, {}, {}, large as never), 'sumOf=points');
    expect(sum).toEqual({ points: String(4n * BigInt(Number.MAX_SAFE_INTEGER)) });
  });

  test('sums that JSON cannot represent are null, and long strings cost no more than others', async () => {
    const huge = rows().map((row) => ({ ...row, points: 1e308 }));
    expect(await groupsOf(serverOf(undefined, {}, {}, huge as never), 'sumOf=points')).toEqual([
      { count: 4, sum: { points: null } },
    ]);
    const records = [`0.${'0'.repeat(1_000_000)}1`, '1'].map((price, index) => ({ id: String(index), price }));
    const asked = { groupBy: [], sum: ['price'], min: [], shownMin: [], max: [], atMost: 2 };
    expect(aggregateRecords(api.types.get('issues') as never, records, asked)?.[0]?.sum).toEqual({ price: 1 });
  });

  test('on request, only while a request names the profile', async () => {
    const server = serverOf(undefined, { applied: 'on request', uri: 'https://example.com/aggregates' });
    expect(await problemsOf(server, 'GET /issues?groupBy=')).toEqual([400, 'PARAMETER_UNKNOWN groupBy']);
    const accept = formatMediaType({ extensions: [], profiles: ['https://example.com/aggregates'] });
    const { document, headers } = await send(server, 'GET /issues?groupBy=', undefined, { accept });
    expect(document.meta.aggregates).toEqual([{ count: 4 }]);
    expect(headers['Content-Type']).toContain('https://example.com/aggregates');
  });
});

describe('are rejected', () => {
  test.each([
    ['GET /issues?groupBy=nope', 'PARAMETER_INVALID groupBy'],
    ['GET /issues?groupBy=points', 'PARAMETER_INVALID groupBy'],
    ['GET /issues?groupBy=status,', 'PARAMETER_INVALID groupBy'],
    ['GET /issues?groupBy=owner', 'PARAMETER_INVALID groupBy'],
    ['GET /issues?sumOf=status', 'PARAMETER_INVALID sumOf'],
    ['GET /issues?groupBy[x]=status', 'PARAMETER_UNKNOWN groupBy[x]'],
    ['GET /people?groupBy=', 'PARAMETER_NOT_SUPPORTED groupBy'],
    ['GET /issues/1?groupBy=', 'PARAMETER_NOT_SUPPORTED groupBy'],
    ['GET /issues/1/owner?sumOf=points', 'PARAMETER_NOT_SUPPORTED sumOf'],
    ['GET /issues/1/relationships/owner?minOf=points', 'PARAMETER_NOT_SUPPORTED minOf'],
    // A size of 0 is not a second error.
    ['GET /issues?groupBy=&page[size]=0&sort=nope', 'SORT_NOT_SUPPORTED sort'],
    ['GET /issues?groupBy=&groupBy=status&page[size]=0', 'PARAMETER_REPEATED groupBy'],
  ])('%s', async (line, problem) => {
    expect(await problemsOf(serverOf(), line)).toEqual([400, problem]);
  });

  test('with more groups than the limit', async () => {
    expect(await problemsOf(serverOf(undefined, { groups: 1 }), 'GET /issues?groupBy=status')).toEqual([
      400,
      'PARAMETER_INVALID groupBy',
    ]);
    expect(await groupsOf(serverOf(undefined, { groups: 2 }), 'groupBy=status')).toHaveLength(2);
  });

  test('for a stream of all resources', async () => {
    const server = serverOf(undefined, {}, { stream: { issues: true } });
    expect(await problemsOf(server, 'GET /issues?groupBy=')).toEqual([400, 'PARAMETER_NOT_SUPPORTED groupBy']);
    expect(await problemsOf(server, 'GET /issues?minOf=due')).toEqual([400, 'PARAMETER_NOT_SUPPORTED minOf']);
    expect(await groupsOf(server, 'groupBy=&page[size]=0')).toEqual([{ count: 4 }]);
  });

  test('for a sum of other numbers than documents show', async () => {
    const cents = attribute(z.string(), { encode: (value: unknown) => (Number(value) / 100).toFixed(2) });
    const big = attribute(z.string(), { encode: String });
    const money = defineApi({ payments: { attributes: { cents, big } } });
    const sources = createMemorySources(money, { payments: [{ id: '1', cents: '150', big: '150' }] } as never);
    const sums = aggregates(money, { payments: { sum: ['cents', 'big'] } }, { applied: 'always' });
    const server = createServer(money, sources, { profiles: [sums] });
    expect(await problemsOf(server as never, 'GET /payments?sumOf=cents')).toEqual([
      400,
      'PARAMETER_NOT_SUPPORTED sumOf',
    ]);
    expect((await send(server, 'GET /payments?sumOf=big')).document.meta.aggregates).toEqual([
      { count: 1, sum: { big: '150' } },
    ]);
  });

  test('for sums of values that are not numbers', async () => {
    const loose = defineApi({ issues: { attributes: { points: z.unknown() } } });
    const profiles = [aggregates(loose, { issues: { sum: ['points'] } }, { applied: 'always' })];
    const ask = (...all: readonly unknown[]) => {
      const rows = all.map((points, index) => ({ id: String(index), points }));
      const server = createServer(loose, createMemorySources(loose, { issues: rows } as never), { profiles });
      return send(server as never, 'GET /issues?sumOf=points');
    };
    for (const points of [true, new Date(0), 'three', '', []]) {
      const { status, problems } = await ask(1, points);
      expect([points, status, ...problems]).toEqual([points, 400, 'PARAMETER_NOT_SUPPORTED sumOf']);
    }
    expect((await ask('1.5', null, 2)).document.meta.aggregates).toEqual([{ count: 3, sum: { points: '3.5' } }]);
  });

  test('for groups that documents do not tell apart', async () => {
    const digits = attribute(z.string(), { encode: (value: unknown) => `*${String(value).slice(-1)}` });
    const cards = defineApi({ cards: { attributes: { digits } } });
    const profiles = [aggregates(cards, { cards: { groupBy: ['digits'] } }, { applied: 'always' })];
    const problemsWith = async (...values: readonly string[]) => {
      const rows = values.map((value, index) => ({ id: String(index), digits: value }));
      const server = createServer(cards, createMemorySources(cards, { cards: rows } as never), { profiles });
      return problemsOf(server as never, 'GET /cards?groupBy=digits');
    };
    expect(await problemsWith('41', '42')).toEqual([200]);
    expect(await problemsWith('41', '51')).toEqual([400, 'PARAMETER_NOT_SUPPORTED groupBy']);
  });

  test('if the source cannot aggregate', async () => {
    const { issues } = createMemorySources(api, { issues: rows() } as never) as Record<string, DataSource>;
    const list: DataSource['list'] = async (query, call) => {
      const { aggregates: _, ...page } = (await (issues as Required<DataSource>).list(query, call)) as never as {
        aggregates: unknown;
      };
      return page as never;
    };
    const server = createServer(api, { issues: { list }, people: {} } as never, {
      profiles: [aggregates(api, { issues: fields }, { applied: 'always' })],
    });
    // Each error names a parameter of the request, also one of several.
    const named = (line: string) => problemsOf(server, `GET /issues?${line}`);
    expect(await named('sumOf=points')).toEqual([400, 'PARAMETER_NOT_SUPPORTED sumOf']);
    expect(await named('maxOf=')).toEqual([400, 'PARAMETER_NOT_SUPPORTED maxOf']);
    expect(await named('groupBy=&minOf=due')).toEqual([400, 'PARAMETER_NOT_SUPPORTED minOf']);
    const both = ['PARAMETER_NOT_SUPPORTED groupBy', 'PARAMETER_NOT_SUPPORTED maxOf'];
    expect(await named('maxOf=due&groupBy=status')).toEqual([400, ...both]);
  });

  test('and values that documents omit are null', async () => {
    const some = attribute(z.number(), { encode: (value: unknown) => (value === 3 ? undefined : value) as number });
    const omitting = defineApi({ rows: { attributes: { some } } });
    const sources = createMemorySources(omitting, { rows: [{ id: '1', some: 3 }] } as never);
    const profiles = [aggregates(omitting, { rows: { groupBy: ['some'], max: ['some'] } }, { applied: 'always' })];
    const server = createServer(omitting, sources, { profiles });
    expect((await send(server as never, 'GET /rows?groupBy=some&maxOf=some')).document.meta.aggregates).toEqual([
      { by: { some: null }, count: 1, max: { some: null } },
    ]);
  });
});

const keyed = (timeZone?: string | ((context: { readonly zone: string }) => string)) => {
  const events = defineApi({
    visits: {
      attributes: { at: z.iso.datetime({ offset: true }) },
      relationships: { doctor: toOne(['doctors', 'nurses']) },
    },
    doctors: {},
    nurses: {},
  });
  const sources = createMemorySources(events, {
    visits: [
      { id: '1', at: '2026-02-28T23:30:00Z', doctor: { type: 'doctors', id: '1' } },
      { id: '2', at: '2026-02-28T22:30:00.000Z', doctor: { type: 'nurses', id: '1' } },
      { id: '3', at: '2026-03-01T00:30:00+01:00', doctor: null },
    ],
    doctors: [{ id: '1' }],
    nurses: [{ id: '1' }],
  } as never);
  const groupBy = ['doctor', 'at.month', 'at.hour'] as const;
  const profile = aggregates(events, { visits: { groupBy } }, { applied: 'always', timeZone });
  return (access?: object) =>
    createServer(events, sources, {
      profiles: [profile],
      context: ({ headers }: { headers: Readonly<Record<string, unknown>> }) => ({ zone: headers['x-zone'] }),
      access,
    } as never);
};

describe('groups', () => {
  const countsOf = async (server: unknown, key: string, headers = {}) => {
    const { document } = await send(server as never, `GET /visits?groupBy=${key}`, undefined, headers);
    return document.meta.aggregates.map(({ by, count }: { by: object; count: number }) => [
      ...Object.values(by),
      count,
    ]);
  };

  test('of a relationship have its linkage', async () => {
    expect((await countsOf(keyed()(), 'doctor')).sort()).toEqual(
      [
        [null, 1],
        [{ type: 'doctors', id: '1' }, 1],
        [{ type: 'nurses', id: '1' }, 1],
      ].sort(),
    );
  });

  test('of parts of times are in the time zone, which can be that of the user', async () => {
    expect(await countsOf(keyed()(), 'at.month')).toEqual([['2026-02', 3]]);
    expect(await countsOf(keyed('Europe/Berlin')(), 'at.month')).toEqual([
      ['2026-02', 1],
      ['2026-03', 2],
    ]);
    const ofUser = keyed(({ zone }) => zone)();
    expect(await countsOf(ofUser, 'at.hour', { 'x-zone': 'Asia/Kolkata' })).toEqual([
      ['2026-03-01T04', 1],
      ['2026-03-01T05', 2],
    ]);
    expect(await countsOf(ofUser, 'at.month,doctor', { 'x-zone': 'UTC' })).toHaveLength(3);
  });

  test('of a relationship are rejected if some related resources are hidden', async () => {
    const read = () => true;
    const all = { visits: { read }, doctors: { read }, nurses: { read } };
    expect(await countsOf(keyed()(all), 'doctor')).toHaveLength(3);
    for (const nurses of [{ read: () => false }, { read: () => [{ field: 'id', values: ['1'] }] }]) {
      const server = keyed()({ ...all, nurses });
      expect(await problemsOf(server as never, 'GET /visits?groupBy=doctor')).toEqual([
        400,
        'PARAMETER_NOT_SUPPORTED groupBy',
      ]);
      expect(await countsOf(server, 'at.month')).toEqual([['2026-02', 3]]);
    }
    const hidden = { ...all, visits: { read, fields: () => ({ except: ['doctor', 'at'] }) } };
    for (const key of ['doctor', 'at.month'])
      expect(await problemsOf(keyed()(hidden) as never, `GET /visits?groupBy=${key}`)).toEqual([
        400,
        'PARAMETER_INVALID groupBy',
      ]);
  });
});

describe('access rules', () => {
  const own = [{ field: 'owner', values: ['7'] }];
  test('only what the user can read is counted', async () => {
    const server = serverOf({ issues: { read: () => own }, people: { read: () => true } });
    expect(await groupsOf(server, 'groupBy=status&sumOf=secret')).toEqual([
      { by: { status: 'done' }, count: 1, sum: { secret: 3 } },
      { by: { status: 'open' }, count: 1, sum: { secret: 100 } },
    ]);
    const none = serverOf({ issues: { read: () => false } });
    expect(await groupsOf(none, 'sumOf=points&minOf=due')).toEqual([
      { count: 0, sum: { points: null }, min: { due: null } },
    ]);
    expect(await groupsOf(none, 'groupBy=status')).toEqual([]);
  });

  test('a filter through hidden resources finds nothing to count', async () => {
    const server = serverOf({ issues: { read: () => true }, people: { read: () => [{ field: 'id', values: ['8'] }] } });
    expect(await groupsOf(server, 'groupBy=&filter[owner.name]=Ada')).toEqual([{ count: 0 }]);
    expect(await groupsOf(server, 'groupBy=&filter[owner.name]=Bob')).toEqual([{ count: 1 }]);
  });

  test.each([
    ['hidden', { except: ['secret'] }],
    ['of some resources only', { where: { secret: own } }],
  ])('a field that is %s cannot be aggregated, like an undeclared one', async (_, choice) => {
    const server = serverOf({ issues: { read: () => true, fields: () => choice } });
    for (const parameter of ['groupBy', 'sumOf', 'maxOf']) {
      const [hidden, unknown] = [
        await send(server, `GET /issues?${parameter}=secret`),
        await send(server, `GET /issues?${parameter}=nope`),
      ];
      expect(hidden.status).toBe(400);
      expect(hidden.document).toEqual(unknown.document);
      expect(JSON.stringify(hidden.document)).not.toContain('secret');
    }
  });

  test('hidden resources change neither groups, nor the order, nor the limit', async () => {
    const access = {
      issues: { read: () => own, fields: () => ({ except: ['secret'] }) },
      people: { read: () => true },
    };
    const others = rows().map((row) =>
      row.owner === '7' ? { ...row, secret: 5 } : { ...row, status: 'done', kind: row.id, points: 9 },
    );
    const line = 'GET /issues?groupBy=status,kind&sumOf=points&minOf=due,points&maxOf=due';
    const [one, other] = [
      await send(serverOf(access, { groups: 2 }), line),
      await send(serverOf(access, { groups: 2 }, {}, others as never), line),
    ];
    expect([one.status, other.document]).toEqual([200, one.document]);
    expect(other.headers).toEqual(one.headers);
  });
});

test.each<[string, () => unknown, string]>([
  ['an unknown type', () => aggregates(api, { nope: {} } as never), 'nope'],
  ['an unknown part', () => aggregates(api, { issues: { avg: ['points'] } } as never), 'avg'],
  [
    'an unknown attribute',
    () => aggregates(api, { issues: { sum: ['nope'] } } as never),
    '"nope" must be an attribute',
  ],
  [
    'a sum of a relationship',
    () => aggregates(api, { issues: { sum: ['owner'] } } as never),
    '"owner" must be an attribute',
  ],
  [
    'an unknown part of a time',
    () => aggregates(api, { issues: { groupBy: ['due.second'] } } as never),
    '"due.second" must be an attribute of "issues" that clients can read and that records contain, a part of one such as `at.month`',
  ],
  ['an unknown time zone', () => aggregates(api, {}, { timeZone: 'Europe/Berlim' }), 'must be a time zone'],
  ['no groups', () => aggregates(api, {}, { groups: 0 }), '`groups` must be a whole number'],
])('%s is an error', (_, create, message) => {
  expect(create).toThrow(TypeError);
  expect(create).toThrow(message);
});

test('the description lists the parameters, and where they are rejected', async () => {
  const { profiles, types } = await serverOf().describe();
  expect(Object.keys(profiles[0]?.parameters ?? {})).toEqual(['groupBy', 'sumOf', 'minOf', 'maxOf']);
  const rejectedBy = (name: string) => types['issues']?.endpoints.find((it) => it.name === name)?.rejectedParameters;
  expect(rejectedBy('fetch-collection')).toBeUndefined();
  expect(rejectedBy('fetch-related')).toEqual(['groupBy', 'sumOf', 'minOf', 'maxOf']);
});
