import type { ResourceIdentifierObject } from '@linkage/core';
import { type CaseOfFeature, expectEqual, expectIds, expectTrue, idsOf, type SuiteWorld } from './suite-case.ts';

/** A case for sources that have the type whose relationships have several target types. */
function shelfCase(name: string, run: (world: SuiteWorld) => Promise<void>): CaseOfFeature {
  return {
    feature: 'several target types',
    name,
    run: async (world) => {
      if (world.sources['shelves'] !== undefined) await run(world);
    },
  };
}

/** Identifiers from strings such as `tags t1`. */
const identifiers = (...strings: readonly string[]) => ({
  data: strings.map((text) => {
    const [type = '', id = ''] = text.split(' ');
    return { type, id };
  }),
});

/** The members in a document as text, in the order of the text: sources choose the order of members. */
const textOf = (members: readonly ResourceIdentifierObject[] = []): string =>
  members
    .map(({ type, id }) => `${type} ${id}`)
    .sort()
    .join(', ');

async function itemsOf({ send }: SuiteWorld, id: string): Promise<string> {
  return textOf((await send(`GET /shelves/${id}/relationships/items`)).document?.data);
}

const reads: readonly CaseOfFeature[] = [
  shelfCase('related resources have their types and fields', async (world) => {
    const { status, document } = await world.send('GET /shelves/s1/items');
    expectEqual([status, textOf(document?.data)], [200, 'articles a, articles b, tags t1'], 'the items of shelf s1');
    const tag = document?.data?.find(({ type }: ResourceIdentifierObject) => type === 'tags');
    expectEqual(tag?.attributes, { name: 'sea' }, 'the attributes of tag t1');
    expectEqual(await itemsOf(world, 's2'), 'tags t1', 'the linkage of shelf s2');
    expectEqual(await itemsOf(world, 's3'), '', 'the linkage of shelf s3');
    expectEqual((await world.send('GET /shelves/s1/pinned')).document?.data?.attributes, { name: 'sky' }, 'the tag');
    expectEqual((await world.send('GET /shelves/s3/pinned')).document?.data, null, 'what is pinned to shelf s3');
  }),
  shelfCase('the pages of members contain each member once', async ({ send }) => {
    for (const size of [1, 2, 3]) {
      const members: ResourceIdentifierObject[] = [];
      for (const number of [1, 2, 3, 4]) {
        const url = `GET /shelves/s1/items?page[size]=${size}&page[number]=${number}&page[total]=true`;
        const { status, document } = await send(url);
        expectEqual([status, document?.meta?.page?.total], [200, 3], `the status and the total of ${url}`);
        expectTrue(document.data.length <= size, `${url} must have at most ${size} resources.`);
        members.push(...document.data);
      }
      expectEqual(textOf(members), 'articles a, articles b, tags t1', `the members on pages of ${size}`);
    }
  }),
  shelfCase('an include contains the resources of each type', async ({ send }) => {
    const { status, document } = await send('GET /shelves?include=items.tags,pinned&sort=label');
    // biome-ignore lint/suspicious/noExplicitAny: a resource object of a response
    const linkage = document?.data?.map(({ id, relationships }: any) => `${id}: ${textOf(relationships.items.data)}`);
    const expected = ['s3: ', 's1: articles a, articles b, tags t1', 's2: tags t1'];
    expectEqual([status, linkage], [200, expected], 'the linkage of each shelf');
    expectEqual(textOf(document?.included), 'articles a, articles b, tags t1, tags t2', 'the included resources');
  }),
  ...(
    [
      ['/shelves?filter[items]=a', 's1'],
      ['/shelves?filter[items]=t1&sort=label', 's1,s2'],
      ['/shelves?filter[items]=a,t1&sort=label', 's1,s2'],
      ['/shelves?filter[items]=none', ''],
      ['/shelves?filter[items]=null', 's3'],
      ['/shelves?filter[items]=a,null&sort=-label', 's1,s3'],
      ['/shelves?filter[items][ne]=a&sort=label', 's3,s2'],
      ['/shelves?filter[items][exists]=true&sort=label', 's1,s2'],
      ['/shelves?filter[items][exists]=false', 's3'],
      ['/shelves?filter[pinned]=b', 's2'],
      ['/shelves?filter[pinned]=null', 's3'],
    ] as const
  ).map(([url, ids]) => shelfCase(`GET ${url}`, (world) => expectIds(world, url, ids === '' ? [] : ids.split(',')))),
];

const writes: readonly CaseOfFeature[] = [
  shelfCase('members are added, removed and replaced by type and id', async (world) => {
    const { send } = world;
    const article = { type: 'articles', id: 't1', attributes: { title: 'T', words: 1, open: true, labels: [] } };
    expectEqual((await send('POST /articles', { data: article })).status, 201, 'the status of POST of an article');
    const url = '/shelves/s1/relationships/items';
    for (const [method, members, expected] of [
      ['POST', ['articles t1', 'tags t1'], 'articles a, articles b, articles t1, tags t1'],
      ['POST', ['tags t1'], 'articles a, articles b, articles t1, tags t1'],
      ['DELETE', ['tags t1', 'tags t3'], 'articles a, articles b, articles t1'],
      ['PATCH', ['tags t2', 'tags t1', 'articles a'], 'articles a, tags t1, tags t2'],
      ['PATCH', [], ''],
    ] as const) {
      const { status } = await send(`${method} ${url}`, identifiers(...members));
      expectTrue(status < 300, `${method} with ${members} must succeed, but its status is ${status}.`);
      expectEqual(await itemsOf(world, 's1'), expected, `the items after ${method} with ${members}`);
    }
    expectEqual(await itemsOf(world, 's2'), 'tags t1', 'the items of another shelf');
  }),
  shelfCase('a missing member is 404, and nothing changes', async (world) => {
    const { send } = world;
    const url = '/shelves/s1/relationships/items';
    for (const members of [identifiers('tags t3', 'articles t1'), identifiers('articles d', 'tags a')]) {
      const shelf = { type: 'shelves', id: 's1', attributes: { label: 'New' }, relationships: { items: members } };
      expectEqual((await send(`POST ${url}`, members)).status, 404, 'the status of POST');
      expectEqual((await send(`PATCH ${url}`, members)).status, 404, 'the status of PATCH');
      expectEqual((await send('PATCH /shelves/s1', { data: shelf })).status, 404, 'the status of PATCH of the shelf');
      expectEqual(
        (await send('POST /shelves', { data: { ...shelf, id: 'n' } })).status,
        404,
        'the status of a creation',
      );
    }
    expectEqual(await itemsOf(world, 's1'), 'articles a, articles b, tags t1', 'the items');
    expectEqual((await send('GET /shelves/s1')).document?.data?.attributes?.label, 'Mixed', 'the label');
    expectEqual((await send('GET /shelves/n')).status, 404, 'the status of the shelf that was not created');
  }),
  shelfCase('a resource is created and updated with members of each type', async (world) => {
    const { send } = world;
    const shelf = (items: object, pinned: unknown) => ({
      data: {
        ...{ type: 'shelves', id: 'n', attributes: { label: 'New' } },
        relationships: { items, pinned: { data: pinned } },
      },
    });
    const pinned = { type: 'articles', id: 'e' };
    const created = await send('POST /shelves', shelf(identifiers('tags t3', 'articles e'), pinned));
    expectEqual(created.status, 201, 'the status of POST');
    expectEqual(await itemsOf(world, 'n'), 'articles e, tags t3', 'the items of the new shelf');
    expectEqual((await send('GET /shelves/n/relationships/pinned')).document?.data, pinned, 'what is pinned');
    const { status } = await send('PATCH /shelves/n', shelf(identifiers('articles c'), null));
    expectEqual([status, await itemsOf(world, 'n')], [200, 'articles c'], 'the items after PATCH');
    expectEqual((await send('GET /shelves/n/relationships/pinned')).document?.data, null, 'what is pinned after PATCH');
  }),
  shelfCase('a deleted resource is no longer a member', async (world) => {
    expectEqual((await world.send('DELETE /articles/a')).status, 204, 'the status of DELETE');
    const { document } = await world.send('GET /shelves/s1/items?include=tags');
    expectEqual(textOf(document?.data), 'articles b, tags t1', 'the items');
    expectEqual(idsOf(await world.send('GET /shelves?filter[items][exists]=true&sort=label')), ['s1', 's2'], 'shelves');
    expectEqual(idsOf(await world.send('GET /shelves?filter[items]=a')), [], 'the shelves with the deleted article');
  }),
  shelfCase('the same member added by 8 clients is one member', async (world) => {
    const add = () => world.send('POST /shelves/s3/relationships/items', identifiers('tags t1', 'articles a'));
    const statuses = (await Promise.all(Array.from({ length: 8 }, add))).map(({ status }) => status);
    expectTrue(
      statuses.every((status) => status < 300),
      `Each POST must succeed, but the statuses are ${statuses}.`,
    );
    expectEqual(await itemsOf(world, 's3'), 'articles a, tags t1', 'the items');
  }),
];

/** Cases of relationships with several target types. Sources without the type `shelves` skip them. */
export const targetTypeCases: readonly CaseOfFeature[] = [...reads, ...writes];
