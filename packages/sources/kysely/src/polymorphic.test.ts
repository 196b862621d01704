/** To-one relationships with several target types, stored as an id and a type, on every database. */

import { type AccessRules, createServer, type ReadCondition } from '@linkage/server';
import { beforeAll, expect, test } from 'vitest';
import { describeWorld } from '../test/describe-world.ts';
import * as given from '../test/polymorphic-world.ts';
import { requestsTo } from '../test/requests.ts';
import { createKyselySources } from './index.ts';

const { api, mapping } = given;

describeWorld(given, 'several target types', (world, send) => {
  let guarded: typeof send;
  beforeAll(() => {
    const access: AccessRules<typeof api> = {
      articles: { read: () => [{ field: 'secret', operator: 'eq', values: [false] }] },
    };
    guarded = world.serve({ defaultAccess: 'allow', access });
  });
  const subjectOf = async (id: string) => (await send(`GET /comments/${id}/relationships/subject`)).document.data;
  const stored = async (id: string) => {
    const rows = await world.db
      .selectFrom('comment' as never)
      .selectAll()
      .where('id' as never, '=', id as never)
      .execute();
    const { subject_type, subject_id } = rows[0] as Record<string, unknown>;
    return [subject_type, subject_id];
  };

  test('linkage contains the type, and an include reads each type by one statement', async () => {
    world.statements.length = 0;
    const { document } = await send('GET /comments?include=subject');
    expect(world.statements).toHaveLength(3);
    const linkage = document.data.map((it: { relationships: { subject: { data: unknown } } }) => {
      const { data } = it.relationships.subject;
      return data === null ? null : Object.values(data as object).join(' ');
    });
    expect(linkage).toEqual(['articles 1', 'videos 1', null, 'articles 1', null, 'articles 404', 'articles 3']);
    expect(document.included.map(({ type, id }: { type: string; id: string }) => `${type} ${id}`).sort()).toEqual([
      'articles 1',
      'articles 3',
      'videos 1',
    ]);
    world.statements.length = 0;
    const articles = await send('GET /articles?include=comments.subject');
    expect(articles.document.included).toHaveLength(3);
    // The comments, and nothing for the articles, which are loaded.
    expect(world.statements.length).toBeLessThanOrEqual(3);
  });

  test('the source returns the identifiers of one relationship', async () => {
    const call = { context: undefined, signal: new AbortController().signal };
    const query = { atMost: 5, selection: { attributes: new Set<string>(), relationships: new Set<string>() } };
    const found = await world.sources.comments.related('subject', ['a', 'b', 'c', 'x'], query, call);
    expect([...found]).toEqual([
      ['a', { type: 'articles', id: '1' }],
      ['b', { type: 'videos', id: '1' }],
      ['c', null],
    ]);
  });

  test('a condition on one target type hides its resources only', async () => {
    expect((await guarded('GET /comments/g/subject')).ids).toBe(null);
    expect((await guarded('GET /comments/g/relationships/subject')).ids).toBe(null);
    expect((await guarded('GET /comments/b/subject')).ids).toBe('1');
    const { document } = await guarded('GET /comments?include=subject');
    expect(document.included).toHaveLength(2);
    expect((await guarded('GET /comments?filter[subject]=3')).status).toBe(400);
    const subject = { data: { type: 'articles', id: '3' } };
    const data = { type: 'comments', id: 'a', relationships: { subject } };
    expect((await guarded('PATCH /comments/a', data)).status).toBe(404);
  });

  test('a rule compares identifiers: an article is not the video with its id', async () => {
    const shown = async (condition: ReadCondition<typeof api, 'comments'>) => {
      const ask = world.serve({ access: { comments: { read: () => [condition] } } });
      const { ids } = await ask('GET /comments');
      const found = [];
      for (const id of 'abcdefg') if ((await ask(`GET /comments/${id}`)).status === 200) found.push(id);
      expect(found.join()).toBe(ids);
      return ids;
    };
    const article = { type: 'articles', id: '1' } as const;
    expect(await shown({ field: 'subject', values: [article] })).toBe('a,d');
    expect(await shown({ field: 'subject', values: [{ type: 'videos', id: '1' }] })).toBe('b');
    expect(await shown({ field: 'subject', values: [article, null] })).toBe('a,c,d,e');
    expect(await shown({ field: 'subject', operator: 'ne', values: [article] })).toBe('b,c,e,f,g');
    expect(await shown({ not: { field: 'subject', values: [article] } })).toBe('b,c,e,f,g');
    expect(world.failures).toEqual([]);
  });

  test('rules of both relationships decide about a change, and `uncheckedInverses` opens one', async () => {
    const access: AccessRules<typeof api> = { articles: { updateRelationship: (_, { id }) => id === '2' } };
    const [closed, open] = [
      world.serve({ defaultAccess: 'allow', access }),
      world.serve({ defaultAccess: 'allow', access, uncheckedInverses: { articles: ['comments'] } }),
    ];
    const change = (send: typeof closed, id: string, subject: object) =>
      send(`PATCH /comments/${id}/relationships/subject`, subject);
    // Comment "a" leaves article 1.
    expect((await change(closed, 'a', { type: 'videos', id: '1' })).status).toBe(403);
    expect((await change(closed, 'b', { type: 'articles', id: '1' })).status).toBe(403);
    expect((await change(closed, 'b', { type: 'articles', id: '2' })).status).toBeLessThan(300);
    expect((await change(open, 'a', { type: 'videos', id: '1' })).status).toBeLessThan(300);
    expect(world.failures).toEqual([]);
  });

  test('a deletion does not depend on links to a resource of another type with the same id', async () => {
    const access: AccessRules<typeof api> = {
      comments: { update: (_, { id }) => id === 'b', delete: (_, { id }) => id === 'b' },
    };
    const guarded = world.serve({ defaultAccess: 'allow', access });
    expect((await guarded('DELETE /articles/1')).status).toBe(403);
    expect((await guarded('DELETE /videos/1')).status).toBe(204);
    expect(world.failures).toEqual([]);
  });

  test('a member that moves leaves its owner of another type, whose rules decide', async () => {
    const access: AccessRules<typeof api> = { videos: { updateRelationship: () => false } };
    const guarded = world.serve({ defaultAccess: 'allow', access });
    const add = (id: string) => guarded('POST /articles/2/relationships/comments', [{ type: 'comments', id }]);
    expect((await add('b')).status).toBe(403);
    expect(await stored('b')).toEqual(['Video', '1']);
    expect((await add('a')).status).toBe(204);
    const relationships = { comments: { data: [{ type: 'comments', id: 'b' }] } };
    const article = { type: 'articles', id: 'n', attributes: { title: 'New', secret: false }, relationships };
    expect((await guarded('POST /articles', article)).status).toBe(403);
    expect(world.failures).toEqual([]);
  });

  test('a resource is created with a related resource of each type, and without one', async () => {
    const create = (id: string, subject: unknown) =>
      send('POST /comments', {
        ...{ type: 'comments', id, attributes: { text: 'new' } },
        ...(subject === undefined ? {} : { relationships: { subject: { data: subject } } }),
      });
    const created = await create('n1', { type: 'videos', id: '1' });
    expect([created.status, created.document.data.relationships.subject.data]).toEqual([
      201,
      { type: 'videos', id: '1' },
    ]);
    expect(await stored('n1')).toEqual(['Video', '1']);
    expect((await create('n2', { type: 'articles', id: '2' })).status).toBe(201);
    expect(await stored('n2')).toEqual(['Article', '2']);
    expect((await create('n3', null)).status).toBe(201);
    expect((await create('n4', undefined)).status).toBe(201);
    expect(await stored('n4')).toEqual([null, null]);
    expect(world.failures).toEqual([]);
  });

  test('a related resource must exist in the table of its type', async () => {
    const linkage = [
      { type: 'videos', id: '2' },
      { type: 'videos', id: '9' },
      { type: 'articles', id: '404' },
    ];
    for (const subject of linkage) {
      const relationships = { subject: { data: subject } };
      const comment = { type: 'comments', attributes: { text: 'new' }, relationships };
      expect((await send('POST /comments', { ...comment, id: 'n' })).status).toBe(404);
      expect((await send('PATCH /comments/a', { type: 'comments', id: 'a', relationships })).status).toBe(404);
      expect((await send('PATCH /comments/a/relationships/subject', subject)).status).toBe(404);
    }
    expect((await send('GET /comments/n')).status).toBe(404);
    expect(await stored('a')).toEqual(['Article', '1']);
    expect(world.failures).toEqual([]);
  });

  test('a relationship is replaced by one of another type, and cleared', async () => {
    const subject = { type: 'videos', id: '1' };
    expect((await send('PATCH /comments/a/relationships/subject', subject)).status).toBeLessThan(300);
    expect(await subjectOf('a')).toEqual(subject);
    const data = { type: 'comments', id: 'a', relationships: { subject: { data: { type: 'articles', id: '2' } } } };
    expect((await send('PATCH /comments/a', data)).document.data.relationships.subject.data).toEqual({
      type: 'articles',
      id: '2',
    });
    expect((await send('PATCH /comments/a/relationships/subject', null)).status).toBeLessThan(300);
    expect(await stored('a')).toEqual([null, null]);
    expect(world.failures).toEqual([]);
  });

  test('the inverse relationship writes the id and the type, and leaves members of another type', async () => {
    const comments = (...ids: string[]) => ids.map((id) => ({ type: 'comments', id }));
    expect((await send('POST /articles/2/relationships/comments', comments('b', 'c'))).status).toBe(204);
    expect([await stored('b'), await stored('c')]).toEqual([
      ['Article', '2'],
      ['Article', '2'],
    ]);
    expect((await send('DELETE /articles/2/relationships/comments', comments('b', 'a'))).status).toBe(204);
    expect([await stored('b'), await stored('a')]).toEqual([
      [null, null],
      ['Article', '1'],
    ]);
    expect((await send('PATCH /videos/1/relationships/comments', comments('b'))).status).toBe(204);
    expect((await send('PATCH /articles/1/relationships/comments', [])).status).toBe(204);
    expect([await stored('a'), await stored('b')]).toEqual([
      [null, null],
      ['Video', '1'],
    ]);
    const relationships = { comments: { data: comments('d') } };
    const article = { type: 'articles', id: 'n', attributes: { title: 'New', secret: false }, relationships };
    expect((await send('POST /articles', article)).status).toBe(201);
    expect(await stored('d')).toEqual(['Article', 'n']);
    expect((await send('POST /articles/2/relationships/comments', comments('x'))).status).toBe(404);
    expect(world.failures).toEqual([]);
  });

  test('a deletion applies `onDelete` to members of its type', async () => {
    expect((await send('DELETE /articles/1')).status).toBe(204);
    expect((await send('GET /comments')).ids).toBe('b,c,e,f,g');
    expect(world.failures).toEqual([]);
  });

  test('a stored value that is not a type is a failure, which the response does not contain', async () => {
    await world.database.exec("insert into comment values ('z', 'on an event', 'Event', '1')");
    const { status, document } = await send('GET /comments/z');
    expect(status).toBe(500);
    expect(JSON.stringify(document)).not.toContain('Event');
    expect(String(world.failures)).toBe(
      'TypeError: The column "subject_type" of `comments.subject` must contain the value of a type ("Article", "Video"), but it contains "Event".',
    );
    expect((await send('GET /comments/a')).status).toBe(200);
  });

  test('a target type can be in another database: its rows are not checked', async () => {
    const { comments, articles } = mapping;
    const sources = createKyselySources(api, world.db, { comments, articles });
    const videos = { find: (ids: readonly string[]) => ids.map((id) => ({ id, title: `${id} elsewhere` })) };
    const elsewhere = requestsTo(createServer(api, { ...sources, videos }));
    expect((await elsewhere('GET /comments/e/subject')).document.data.attributes.title).toBe('9 elsewhere');
    const subject = { type: 'videos', id: 'any' };
    expect((await elsewhere('PATCH /comments/a/relationships/subject', subject)).status).toBeLessThan(300);
    expect(await stored('a')).toEqual(['Video', 'any']);
    expect((await elsewhere('GET /comments?filter[subject]=any')).ids).toBe('a');
    expect((await elsewhere('GET /comments?filter[subject]=null')).ids).toBe('c');
  });
});
