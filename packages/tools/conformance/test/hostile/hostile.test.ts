/** The tests harm nothing: they keep every row of servers that are broken in ways that careless requests would lose data by. */
import { describe, expect, test } from 'vitest';
import { isLong, someOf } from '../../../../core/test/runs.ts';
import { draftSamples } from '../../src/draft/draft-samples.ts';
import { type RunOptions, runConformance, type Samples } from '../../src/index.ts';
import { type BrokenServer, brokenServers, rowsThatWereThere } from './broken-servers.ts';
import { copiedSamples, createTwoHosts, markedSamples, STAGING, type TwoHosts } from './two-hosts.ts';

/** The sections with cases that write, and that follow links. */
const only = [
  'GEN',
  'FET-05',
  'CRE',
  'UPD',
  'RUP',
  'DEL',
  'ERR',
  'NEG-10',
  'REC',
  'ATM',
  'PAG-02',
  'INC-08',
  'FLD-06',
  'QRY-01',
];
const types = ['articles', 'people', 'comments', 'tags'];

/** Runs the tests, and fails if it sent a request elsewhere, or if a row is not as it was and no report says so. */
async function run({ target, requests, lost, added }: TwoHosts, samples: Samples, options: RunOptions = {}) {
  const report = await runConformance(target, samples, { only, timeout: 200, ...options }).catch((error: Error) => {
    // A run without credentials ends before the first case.
    expect(error.message).toContain('requires credentials');
    return { leftovers: [], outside: [], results: [] };
  });
  const elsewhere = requests.filter(({ url }) => !`${url}/`.startsWith(`${STAGING}/`) || /\.\.%2f/i.test(url));
  expect(elsewhere).toEqual([]);
  expect(await lost()).toEqual([]);
  expect(requests.length).toBeGreaterThan(3);
  expect(report.leftovers.length).toBeGreaterThanOrEqual((await added()).length);
  return report;
}

/** A part of the requests: each case tries fewer types and relationships. All take three times as long as those of the long form. */
const few: RunOptions = { most: isLong ? 1500 : 400 };
const named = (servers: readonly BrokenServer[]) => servers.map((it) => [it.name, it] as const);

describe('samples with new values', () => {
  test.each(someOf(named(brokenServers), 14))('%s', async (_, { create }) => {
    await run(await createTwoHosts(create()), markedSamples, few);
  });
});

describe('samples with the values of rows that exist', () => {
  test.each(someOf(named(rowsThatWereThere), 14))('%s', async (_, { create }) => {
    await run(await createTwoHosts(create()), copiedSamples, few);
  });
});

describe('samples as they are drafted', () => {
  test.each(someOf(named(rowsThatWereThere), 14))('%s', async (_, { create }) => {
    const hosts = await createTwoHosts(create());
    const drafted = await draftSamples(hosts.target, { types });
    expect(drafted.types['articles']?.create?.attributes?.['title']).toBe('Article 1 {unique}');
    await run(hosts, drafted, few);
  });
});

test('a server that works: the tests create, change, and delete, and nothing stays', async () => {
  const hosts = await createTwoHosts((request, forward) => forward(request));
  const report = await run(hosts, markedSamples);
  const sent = (method: string) => hosts.requests.filter((it) => it.method === method).length;
  expect([sent('POST') > 200, sent('PATCH') > 80, sent('DELETE') > 200]).toEqual([true, true, true]);
  expect([await hosts.added(), report.leftovers, report.outside]).toEqual([[], [], []]);
});

test('a deletion that gets 404 although the resource is there is sent again', async () => {
  const broken = brokenServers.find(({ name }) => name.startsWith('the first deletion of each resource gets 404'));
  const hosts = await createTwoHosts((broken as BrokenServer).create());
  const { leftovers } = await run(hosts, markedSamples, few);
  expect([await hosts.added(), leftovers]).toEqual([[], []]);
});

test('a create request that gets 503 may have been carried out, so it is not sent again', async () => {
  const strings: string[] = [];
  const hosts = await createTwoHosts(async (request, forward) => {
    if (request.method !== 'POST' || new URL(request.url).pathname !== '/api/people') return forward(request);
    strings.push(await request.clone().text());
    await forward(request);
    return new Response(null, { status: 503, headers: { 'retry-after': '0' } });
  });
  const samples = { types: { people: markedSamples.types['people'] } } as Samples;
  await runConformance(hosts.target, samples, { only: ['CRE-01'] });
  expect(strings.length).toBeGreaterThan(0);
  expect(new Set(strings).size).toBe(strings.length);
});

test.each([
  ['a value of this run', 'Ada {unique}'],
  ['no value of this run', 'Ada'],
])('create requests with %s that are carried out and get 500: the report lists what stayed', async (_, name) => {
  let count = 0;
  const hosts = await createTwoHosts(async (request, forward) => {
    const response = await forward(request);
    const isBroken = request.method === 'POST' && new URL(request.url).pathname === '/api/people' && ++count % 5 === 0;
    return isBroken ? new Response(null, { status: 500 }) : response;
  });
  const people = { create: { attributes: { name } }, update: { attributes: { name: 'Eve' } } };
  const report = await runConformance(hosts.target, { types: { people } }, { only: ['CRE', 'UPD'] });
  const stayed = report.leftovers.map(({ url }) => `people ${url.split('/').at(-1)}`);
  expect((await hosts.added()).length).toBeGreaterThan(2);
  expect(stayed.sort()).toEqual([...(await hosts.added())].sort());
});

test('links to another host: no request carries the credentials there, one finding names the link, and what is created is deleted', async () => {
  const broken = brokenServers.find(({ name }) => name === 'all links lead to another host') as BrokenServer;
  const hosts = await createTwoHosts(broken.create());
  const { leftovers, outside, results } = await run(hosts, markedSamples, isLong ? {} : { most: 1500 });
  expect([await hosts.added(), leftovers]).toEqual([[], []]);
  expect(outside).toEqual(['http://production.example/api/articles/1']);
  expect(results.filter(({ reason }) => reason?.includes('--allow-origin')).length).toBeGreaterThan(0);
  expect(results.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(100);
});

test('deletions are rejected: at most 20 resources of each type stay, unless the samples say that they cannot be deleted', async () => {
  const { create } = brokenServers.find(({ name }) => name === 'deletions are rejected') as BrokenServer;
  const articles = async (samples: Samples): Promise<number> => {
    const { leftovers } = await run(await createTwoHosts(create()), samples, isLong ? {} : { only: ['CRE', 'DEL'] });
    return leftovers.filter(({ request }) => request.startsWith(`DELETE ${STAGING}/articles/`)).length;
  };
  expect(await articles(markedSamples)).toBe(20);
  const told = { ...markedSamples.types['articles'], delete: false };
  expect(await articles({ ...markedSamples, types: { ...markedSamples.types, articles: told } })).toBeGreaterThan(20);
});

test('`allowOrigins` follows the links of one more origin', async () => {
  const broken = brokenServers.find(({ name }) => name === '`Location` leads to another host');
  const { target, requests } = await createTwoHosts((broken as BrokenServer).create());
  const allowOrigins = ['http://production.example'];
  const report = await runConformance(target, markedSamples, { only: ['CRE-06'], allowOrigins });
  expect(report.outside).toEqual([]);
  expect(requests.some(({ url, method }) => method === 'GET' && url.startsWith('http://production.example/'))).toBe(
    true,
  );
  const wrong = ['file:///etc', 'production'];
  for (const url of wrong)
    await expect(runConformance(target, markedSamples, { allowOrigins: [url] })).rejects.toThrow(TypeError);
});

test('an existing resource makes cases undecided, and it is not reported as one that stayed', async () => {
  const broken = brokenServers.find(({ name }) => name === 'a create request returns row 1 with 201');
  const hosts = await createTwoHosts((broken as BrokenServer).create());
  const { results, leftovers } = await run(hosts, markedSamples);
  const writing = results.filter(({ id }) => id === 'create' || id === 'update' || id === 'delete');
  expect(writing.map(({ verdict, reason }) => [verdict, reason?.split(':')[0]])).toEqual(
    writing.map(() => ['undecided', 'The server returned an existing resource']),
  );
  expect(leftovers).toEqual([]);
});

test('`destructive` sends what could destroy a collection, but changes no resource that was there', async () => {
  const rejects = (name: string) => name.startsWith('PUT of a collection');
  const hosts = await createTwoHosts((brokenServers.find(({ name }) => rejects(name)) as BrokenServer).create());
  await runConformance(hosts.target, markedSamples, { only: ['FET-13'], destructive: true });
  expect(hosts.requests.filter(({ method }) => method === 'PUT').length).toBe(1);
  const plain = await createTwoHosts((request, forward) => forward(request));
  await runConformance(plain.target, markedSamples, { only, destructive: true, ...few });
  expect(await plain.lost()).toEqual([]);
});
