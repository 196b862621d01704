/** To-many relationships with several target types, on every database. */

import { defineApi, toMany } from '@linkage/core';
import { type AccessRules, createServer, cursorPagination, type ReadCondition } from '@linkage/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { withRest } from '../../../server/test/with-rest.ts';
import { describeWorld } from '../test/describe-world.ts';
import * as given from '../test/polymorphic-members-world.ts';
import { hrefOf, requestsTo } from '../test/requests.ts';
import { createKyselySources } from './index.ts';

const { api, mapping } = given;

/** The writings, without the relationships of the inverse relationship. */
const ownedApi = defineApi({
  people: { relationships: { writings: toMany(['comments', 'notes'], { filter: true }) } },
  comments: { attributes: { title: z.string() } },
  notes: { attributes: { title: z.string() } },
});

type Identifier = { readonly type: string; readonly id: string };
/** A page of `related`. */
type Page = { readonly records: readonly Identifier[]; readonly positions: readonly (readonly string[])[] };
/** An article of a response. */
type Article = {
  readonly relationships: {
    readonly attachments: { readonly data: readonly Identifier[]; readonly links: { readonly next?: string } };
  };
};
const identifiers = (...strings: readonly string[]): Identifier[] =>
  strings.map((text) => {
    const [type = '', id = ''] = text.split(' ');
    return { type, id };
  });
const stringsOf = (members: readonly Identifier[]) => members.map(({ type, id }) => `${type} ${id}`).join(', ');

describeWorld(given, 'members of several types', (world, send) => {
  const attached = '/articles/1/relationships/attachments';
  test('a rule compares identifiers: an image is not the video with its id', async () => {
    const articles = async (condition: ReadCondition<typeof api, 'articles'>) =>
      (await world.serve({ access: { articles: { read: () => [condition] } } })('GET /articles')).ids;
    const image = { type: 'images', id: '1' } as const;
    expect(await articles({ field: 'attachments', values: [image] })).toBe('1');
    expect(await articles({ field: 'attachments', values: [{ type: 'videos', id: '1' }] })).toBe('1,2');
    expect(await articles({ field: 'attachments', operator: 'ne', values: [image] })).toBe('2,3,4');
    expect(await articles({ field: 'attachments', values: [image, null] })).toBe('1,4');
    const people = async (condition: ReadCondition<typeof api, 'people'>) =>
      (await world.serve({ access: { people: { read: () => [condition] } } })('GET /people')).ids;
    expect(await people({ field: 'writings', values: [{ type: 'comments', id: 11 }] })).toBe('q');
    expect(await people({ field: 'writings', values: [{ type: 'notes', id: 11 }] })).toBe('');
    expect(world.failures).toEqual([]);
  });

  const linkageOf = async (url: string) => stringsOf((await send(`GET ${url}`)).document.data);
  const stored = async (table: string) => {
    const found: readonly object[] = await world.db
      .selectFrom(table as never)
      .selectAll()
      .execute();
    return found.map((row) => Object.values(row).join(' ')).sort();
  };

  test('members are in the order of their types, then of their ids', async () => {
    expect(await linkageOf(attached)).toBe('images 1, images 2, videos 1, videos 2');
    expect(await linkageOf('/people/p/writings')).toBe('comments 2, comments 10, notes 2');
    const { document } = await send('GET /articles/1/attachments?page[size]=3&page[total]=true');
    expect(document.meta.page.total).toBe(4);
    const { title, length } = document.data[2].attributes;
    expect([stringsOf(document.data), title, length]).toEqual(['images 1, images 2, videos 1', 'Vau', 10]);
  });

  test('an include reads the members of each type by one statement, whatever the number of rows', async () => {
    const { document } = await send('GET /articles?include=attachments.articles');
    // The articles, the images, the videos, and the articles of each.
    expect(world.statements).toHaveLength(5);
    expect(document.data.map((it: Article) => stringsOf(it.relationships.attachments.data))).toEqual([
      'images 1, images 2, videos 1, videos 2',
      'videos 1',
      'images 3',
      '',
    ]);
    expect(stringsOf(document.included).split(', ').sort()).toEqual([
      ...['images 1', 'images 2', 'images 3', 'videos 1', 'videos 2'],
    ]);
    world.statements.length = 0;
    const people = await send('GET /people?include=writings');
    expect(world.statements).toHaveLength(3);
    expect(people.document.included).toHaveLength(5);
    expect(world.failures).toEqual([]);
  });

  test('included relationships show the first page of all types', async () => {
    const paged = world.serve({ pagination: { includedSize: 3 } });
    const { document } = await paged('GET /articles?include=attachments');
    const [first, second] = document.data.map((it: Article) => it.relationships.attachments);
    expect(stringsOf(first.data)).toBe('images 1, images 2, videos 1');
    expect(first.links.next).toContain('page%5Bnumber%5D=2');
    expect([stringsOf(second.data), second.links.next]).toEqual(['videos 1', undefined]);
    const strict = world.serve({ limits: { includedLinkage: 5 } });
    expect((await strict('GET /articles/1?include=attachments')).status).toBe(200);
    expect((await strict('GET /articles?include=attachments')).status).toBe(400);
    expect(world.failures).toEqual([]);
  });

  test('cursors walk through the members of all types, in both directions', async () => {
    const profiles = [cursorPagination({ key: 'a key of thirty-two bytes or more', applied: 'always' })];
    const paged = world.serve({ profiles, pagination: { includedSize: 3 } });
    const walk = async (first: string | null, direction: 'next' | 'prev') => {
      const pages: string[] = [];
      let last = first;
      for (let url = first; url !== null && pages.length < 9; ) {
        const { document } = await paged(`GET ${url}`);
        pages.push(stringsOf(document.data));
        last = url;
        url = hrefOf(document.links[direction]);
      }
      return { pages, last };
    };
    const { pages, last } = await walk('/articles/1/attachments?page[size]=1', 'next');
    expect(pages).toEqual(['images 1', 'images 2', 'videos 1', 'videos 2']);
    expect((await walk(last, 'prev')).pages).toEqual(['videos 2', 'videos 1', 'images 2', 'images 1']);
    const { document } = await paged('GET /articles?include=attachments');
    const [{ data, links }] = document.data.map((it: Article) => it.relationships.attachments);
    expect(stringsOf(data)).toBe('images 1, images 2, videos 1');
    expect((await walk(hrefOf(links.next), 'next')).pages).toEqual(['videos 2']);
    expect(world.failures).toEqual([]);
  });

  test('the source returns pages by position, forward and backward', async () => {
    const call = { context: undefined, signal: new AbortController().signal };
    const selection = { attributes: new Set<string>(), relationships: new Set<string>() };
    const pageOf = async (bounds: object, limit = 2) => {
      const page = { offset: 0, limit, positions: true, ...bounds };
      const query = { page, selection, filter: [], sort: [], total: false };
      const found = (await world.sources.articles.related('attachments', ['1'], query, call)).get('1') as Page;
      expect(found.positions.map((it) => it.join(' '))).toEqual(found.records.map(textOf));
      return stringsOf(found.records);
    };
    const textOf = ({ type, id }: Identifier) => `${type} ${id}`;
    expect(await pageOf({})).toBe('images 1, images 2');
    expect(await pageOf({ after: ['images', '1'] })).toBe('images 2, videos 1');
    expect(await pageOf({ after: ['images', '7'] })).toBe('videos 1, videos 2');
    expect(await pageOf({ after: ['videos', '2'] })).toBe('');
    expect(await pageOf({ after: [] })).toBe('');
    expect(await pageOf({ before: [] }, 3)).toBe('images 2, videos 1, videos 2');
    expect(await pageOf({ before: ['videos', '2'] })).toBe('images 2, videos 1');
    expect(await pageOf({ before: ['images', '1'] })).toBe('');
    expect(await pageOf({ after: ['images', '1'], before: ['videos', '2'] }, 9)).toBe('images 2, videos 1');
    for (const after of [['people', '1'], ['images'], ['images', '1', '2'], ['images', 5], 7, 'x'])
      await expect(pageOf({ after })).rejects.toThrow('must be a position in this order');
    const query = { atMost: 9, selection, pagePerParent: { offset: 0, limit: 3, positions: true } };
    const found = await world.sources.articles.related('attachments', ['1', '2', '4'], query, call);
    expect([...found].map(([id, page]) => [id, (page as Page).positions])).toEqual([
      [
        '1',
        [
          ['images', '1'],
          ['images', '2'],
          ['videos', '1'],
        ],
      ],
      ['2', [['videos', '1']]],
    ]);
    const before = { ...query, pagePerParent: { ...query.pagePerParent, before: [], limit: 1 } };
    const last = await world.sources.articles.related('attachments', ['1', '3'], before, call);
    expect([...last].map(([id, page]) => [id, stringsOf((page as Page).records)]).sort()).toEqual([
      ['1', 'videos 2'],
      ['3', 'images 3'],
    ]);
  });

  test('conditions on one target type hide its resources only', async () => {
    const access: AccessRules<typeof api> = {
      images: { read: () => [{ field: 'secret', operator: 'eq', values: [false] }] },
    };
    const guarded = world.serve({ defaultAccess: 'allow', access });
    expect((await guarded('GET /articles/3/attachments')).ids).toBe('');
    expect((await guarded('GET /articles/1/attachments?page[size]=3&page[total]=true')).document.meta.page.total).toBe(
      4,
    );
    expect((await guarded('GET /articles?include=attachments')).document.included).toHaveLength(4);
    expect((await guarded('POST /articles/1/relationships/attachments', identifiers('images 3'))).status).toBe(404);
    // A replacement keeps members that the user cannot read.
    expect((await guarded('PATCH /articles/3/relationships/attachments', identifiers('videos 2'))).status).toBe(204);
    expect(await linkageOf('/articles/3/relationships/attachments')).toBe('images 3, videos 2');
    expect(world.failures).toEqual([]);
  });

  test('members are added, removed, and replaced by type and id', async () => {
    const change = async (method: string, ...strings: readonly string[]) => {
      expect((await send(`${method} ${attached}`, identifiers(...strings))).status).toBe(204);
      return linkageOf(attached);
    };
    expect(await change('DELETE', 'images 1', 'videos 2', 'videos 404')).toBe('images 2, videos 1');
    expect(await change('POST', 'images 1', 'videos 1', 'images 3')).toBe('images 1, images 2, images 3, videos 1');
    expect(await change('POST', 'images 3')).toBe('images 1, images 2, images 3, videos 1');
    expect(await change('PATCH', 'videos 1', 'videos 2', 'images 2')).toBe('images 2, videos 1, videos 2');
    expect(await change('PATCH')).toBe('');
    expect((await stored('attachment')).filter((it) => it.startsWith('1 '))).toEqual([]);
    expect((await stored('attachment')).filter((it) => it.startsWith('2 '))).toHaveLength(4);
    expect(world.failures).toEqual([]);
  });

  test('a replacement keeps rows that are not members', async () => {
    expect((await send('PATCH /articles/2/relationships/attachments', identifiers('images 1'))).status).toBe(204);
    // A deleted video, and a value that is not the value of a target type. The image without a row is gone.
    expect((await stored('attachment')).filter((it) => it.startsWith('2 '))).toEqual([
      ...['2 Event 1', '2 Image 1', '2 Video 9'],
    ]);
  });

  test('a related resource must exist in the table of its type', async () => {
    for (const text of ['videos 3', 'images 9', 'videos 9', `images ${'x'.repeat(30)}`]) {
      const members = identifiers('images 3', text);
      const relationships = { attachments: { data: members } };
      const article = { type: 'articles', attributes: { title: 'New' }, relationships };
      expect((await send(`POST ${attached}`, members)).status).toBe(404);
      expect((await send(`PATCH ${attached}`, members)).status).toBe(404);
      expect((await send('POST /articles', { ...article, id: 'n' })).status).toBe(404);
      expect((await send('PATCH /articles/1', { ...article, id: '1' })).status).toBe(404);
    }
    expect((await send('GET /articles/n')).status).toBe(404);
    expect((await send('GET /articles/1')).document.data.attributes.title).toBe('Alpha');
    expect(await linkageOf(attached)).toBe('images 1, images 2, videos 1, videos 2');
    for (const id of ['x', '99999999999999999999', '2.5', '9223372036854775808'])
      expect((await send('POST /people/p/relationships/writings', identifiers(`comments ${id}`))).status).toBe(404);
    expect((await send('POST /people/p/relationships/writings', identifiers('notes nine'))).status).toBe(404);
    expect(world.failures).toEqual([]);
  });

  test('a type that is not a target type is rejected', async () => {
    expect((await send(`POST ${attached}`, identifiers('people p'))).status).toBe(409);
    expect(world.failures).toEqual([]);
  });

  test('a resource is created and updated with members of each type', async () => {
    const members = identifiers('videos 1', 'images 3');
    const relationships = { attachments: { data: members } };
    const article = { type: 'articles', id: 'n', attributes: { title: 'New' }, relationships };
    expect((await send('POST /articles', article)).status).toBe(201);
    expect((await stored('attachment')).filter((it) => it.startsWith('n '))).toEqual(['n Image 3', 'n Video 1']);
    const changed = { ...article, relationships: { attachments: { data: identifiers('images 1') } } };
    expect((await send('PATCH /articles/n', changed)).status).toBe(200);
    expect(await linkageOf('/articles/n/relationships/attachments')).toBe('images 1');
    expect(world.failures).toEqual([]);
  });

  test('the inverse relationship writes its type, and leaves links of another type', async () => {
    const articles = (...ids: string[]) => ids.map((id) => ({ type: 'articles', id }));
    expect((await send('POST /images/1/relationships/articles', articles('2', '4'))).status).toBe(204);
    expect(await linkageOf('/articles/2/relationships/attachments')).toBe('images 1, videos 1');
    expect((await send('DELETE /images/1/relationships/articles', articles('1', '2'))).status).toBe(204);
    expect(await linkageOf(attached)).toBe('images 2, videos 1, videos 2');
    expect((await send('PATCH /images/1/relationships/articles', [])).status).toBe(204);
    expect((await send('GET /videos/1/articles')).ids).toBe('1,2');
    const relationships = { articles: { data: articles('3') } };
    const image = { type: 'images', id: 'n', attributes: { title: 'New', secret: false }, relationships };
    expect((await send('POST /images', image)).status).toBe(201);
    expect(await linkageOf('/articles/3/relationships/attachments')).toBe('images 3, images n');
    expect((await send('POST /images/1/relationships/articles', articles('404'))).status).toBe(404);
    expect(world.failures).toEqual([]);
  });

  test('a deletion applies `onDelete` to the rows of the join table', async () => {
    expect((await send('DELETE /images/1')).status).toBe(204);
    expect((await stored('attachment')).filter((it) => it.endsWith(' 1'))).toEqual([
      ...['1 Video 1', '2 Event 1', '2 Video 1'],
    ]);
    const { status, document } = await send('DELETE /videos/1');
    expect([status, document.errors[0].detail]).toEqual([
      409,
      'The resource cannot be deleted, because its relationship `articles` contains resources.',
    ]);
    expect((await send('DELETE /articles/1')).status).toBe(204);
    expect((await stored('attachment')).filter((it) => it.startsWith('1 '))).toEqual([]);
    expect((await send('DELETE /videos/2')).status).toBe(204);
    expect((await send('GET /articles/1')).status).toBe(404);
    expect(world.failures).toEqual([]);
  });

  test('foreign keys: members move, and a deletion applies the `onDelete` of each type', async () => {
    const url = '/people/q/relationships/writings';
    expect((await send(`POST ${url}`, identifiers('comments 2', 'notes m'))).status).toBe(204);
    expect(await linkageOf(url)).toBe('comments 2, comments 11, notes m, notes n');
    expect(await linkageOf('/people/p/writings')).toBe('comments 10, notes 2');
    expect((await send(`DELETE ${url}`, identifiers('comments 2', 'comments 10', 'notes n'))).status).toBe(204);
    expect(await linkageOf(url)).toBe('comments 11, notes m');
    expect((await send(`PATCH ${url}`, identifiers('notes n', 'comments 12'))).status).toBe(204);
    expect(await linkageOf(url)).toBe('comments 12, notes n');
    expect((await send('DELETE /people/q')).status).toBe(204);
    expect(await stored('comment')).toEqual(['10 ten p', '11 eleven ', '12 twelve ', '2 two ']);
    expect(await stored('note')).toEqual(['2 Two p', 'm Em ']);
    expect(world.failures).toEqual([]);
  });

  test('rules of both relationships decide about a change of each type', async () => {
    const access: AccessRules<typeof api> = { images: { updateRelationship: (_, { id }) => id === '3' } };
    const guarded = world.serve({ defaultAccess: 'allow', access });
    const change = async (method: string, ...strings: readonly string[]) =>
      (await guarded(`${method} ${attached}`, identifiers(...strings))).status;
    // A member that stays does not count as a change.
    expect(await change('POST', 'images 1', 'images 3')).toBe(204);
    expect(await change('DELETE', 'images 1')).toBe(403);
    expect(await change('DELETE', 'videos 1')).toBe(204);
    expect(await change('PATCH', 'images 1', 'images 2')).toBe(204);
    expect(await change('PATCH', 'images 2')).toBe(403);
    expect(await linkageOf(attached)).toBe('images 1, images 2');
    const closed = world.serve({ defaultAccess: 'allow', access: { videos: { updateRelationship: () => false } } });
    await world.fill();
    // The last of several members.
    expect((await closed(`POST ${attached}`, identifiers('videos 2'))).status).toBe(204);
    expect((await closed(`DELETE ${attached}`, identifiers('videos 9', 'videos 7'))).status).toBe(204);
    expect((await closed(`POST ${attached}`, identifiers('videos 2', 'images 3'))).status).toBe(204);
    expect(world.failures).toEqual([]);
  });

  test('a member without an inverse leaves its owner, whose rules decide', async () => {
    const { people, comments, notes } = mapping;
    const mapped = { people, comments: { ...comments, relationships: {} }, notes: { table: notes.table } };
    const sources = createKyselySources(ownedApi, world.db, mapped);
    await world.database.exec("insert into note values ('10', 'Ten', null)");
    const access: AccessRules<typeof ownedApi> = { people: { updateRelationship: (_, { id }) => id !== 'p' } };
    const guarded = requestsTo(createServer(ownedApi, sources, { defaultAccess: 'allow', access }));
    const add = async (...strings: readonly string[]) =>
      (await guarded('POST /people/q/relationships/writings', identifiers(...strings))).status;
    expect(await add('comments 10')).toBe(403);
    expect(await add('notes 2')).toBe(403);
    expect(await add('comments 12', 'notes m')).toBe(204);
    // Person "p" has a comment with this id.
    expect(await add('notes 10')).toBe(204);
    expect(await linkageOf('/people/q/writings')).toBe('comments 11, comments 12, notes 10, notes m, notes n');
  });

  test('a deletion calls the `delete` rules of a type that it deletes, and the `updateRelationship` rules of the others', async () => {
    const access = (type: 'comments' | 'notes', action: 'delete' | 'updateRelationship'): AccessRules<typeof api> => ({
      [type]: { [action]: () => false },
    });
    const statusOf = async (type: 'comments' | 'notes', action: 'delete' | 'updateRelationship') =>
      (await world.serve({ defaultAccess: 'allow', access: access(type, action) })('DELETE /people/p')).status;
    expect(await statusOf('notes', 'delete')).toBe(403);
    expect(await statusOf('comments', 'updateRelationship')).toBe(403);
    expect(await statusOf('comments', 'delete')).toBe(204);
    await world.fill();
    expect(await statusOf('notes', 'updateRelationship')).toBe(204);
    expect(world.failures).toEqual([]);
  });

  test('a target type can be in another database: its rows are not checked', async () => {
    const { articles, images } = mapping;
    const sources = createKyselySources(api, world.db, { articles, images });
    const videos = {
      find: (ids: readonly string[]) => ids.map((id) => ({ id, title: `${id} elsewhere`, length: 1 })),
    };
    const elsewhere = requestsTo(createServer(api, withRest(api, { ...sources, videos } as never)));
    const { document } = await elsewhere('GET /articles/2?include=attachments');
    expect(stringsOf(document.data.relationships.attachments.data)).toBe('videos 1, videos 9');
    expect(document.included[0].attributes.title).toBe('1 elsewhere');
    expect((await elsewhere(`POST ${attached}`, identifiers('videos any'))).status).toBe(204);
    expect((await elsewhere('GET /articles?filter[attachments]=any')).ids).toBe('1');
  });
});
