/** C24: each method once and each kind of error once, in the same process and over sockets. */
import { JsonApiError } from '@linkage/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AtomicClient, atomicRequests, ClientError, createClient, hasStatus } from '../src/index.ts';
import { type Host, hosts } from './hosts.ts';
import { type api, createWorld, type World } from './world.ts';

describe.each(Object.entries(hosts))('over %s', (_, open) => {
  let world: World;
  let host: Host;
  let client: AtomicClient<typeof api>;
  const seen: string[] = [];

  beforeAll(async () => {
    world = createWorld();
    host = await open(world.server);
    const send = host.fetch ?? ((request: Request) => fetch(request));
    client = createClient<typeof api>({
      baseUrl: host.baseUrl,
      atomic: atomicRequests(),
      fetch(request) {
        seen.push(request.headers.get('X-Token') ?? '');
        return send(request);
      },
      headers: async () => ({ 'X-Token': `t${seen.length}` }),
    });
  });
  afterAll(() => host.close());

  test('list, get, related, and relationship', async () => {
    const page = await client.list('articles', { include: ['author'], page: { size: 2 } });
    expect(page.data.map(({ id, author }) => [id, author?.name])).toEqual([
      ['1', 'Dan'],
      ['2', 'Dan'],
    ]);
    expect(page).toMatchObject({ total: 3, links: { next: expect.any(String) } });
    expect((await client.get('people', '9', { include: ['friend'] })).data.friend?.name).toBe('Eve');
    expect((await client.related('articles', '1', 'author')).data?.name).toBe('Dan');
    expect((await client.related('articles', '3', 'author')).data).toBeNull();
    const comments = await client.related('articles', '1', 'comments', { include: ['by'], sort: ['-id'] });
    expect(comments.data.map(({ id, by }) => [id, by?.name])).toEqual([
      ['6', 'Dan'],
      ['5', 'Eve'],
    ]);
    const linkage = await client.relationship('articles', '1', 'comments', { page: { size: 1 } });
    expect(linkage.data).toEqual([{ type: 'comments', id: '5' }]);
    expect((await linkage.next())?.data).toEqual([{ type: 'comments', id: '6' }]);
    expect((await client.relationship('articles', '1', 'author')).data).toEqual({ type: 'people', id: '9' });
    expect(seen).toContain('t1');
  });

  test('create, update, updateRelationship, and delete', async () => {
    const { data: person } = await client.create('people', { id: 'new', attributes: { name: 'New' } });
    expect(person).toMatchObject({ id: 'new', name: 'New' });
    const relationships = { by: { type: 'people', id: '9' } } as const;
    const { data: comment } = await client.create('comments', { attributes: { body: 'New' }, relationships });
    await client.updateRelationship('articles', '2', 'comments', { add: [comment] });
    await client.updateRelationship('articles', '2', 'author', { replace: person ?? null });
    const read = await client.get('articles', '2', { include: ['author', 'comments'] });
    expect(read.data).toMatchObject({ author: { name: 'New' }, comments: [{ body: 'New' }] });
    await client.updateRelationship('articles', '2', 'comments', { remove: [comment] });
    expect(await client.updateRelationship('articles', '2', 'author', { replace: null })).toMatchObject({
      status: 204,
    });
    const updated = await client.update('articles', '2', { attributes: { words: 7 } });
    expect(updated.data).toMatchObject({ words: 7, title: 'Second', author: null });
    await client.delete('comments', comment.id);
  });

  test('conditions: 304, 412, and the entity tag', async () => {
    const read = await client.get('articles', '1');
    const again = await client.get('articles', '1', {}, { previous: read });
    expect(again).toMatchObject({ notModified: true, data: { title: 'First' }, etag: read.etag });
    expect((await client.get('articles', '1', {}, { previous: again })).notModified).toBe(true);
    const ifMatch = read.etag;
    await client.update('articles', '1', { attributes: { words: 5 } }, { ifMatch });
    const late = client.update('articles', '1', { attributes: { words: 6 } }, { ifMatch });
    await expect(late).rejects.toMatchObject({ name: 'JsonApiError', status: 412 });
    const changed = await client.get('articles', '1', {}, { previous: read });
    expect(changed).toMatchObject({ notModified: false, data: { words: 5 } });
  });

  test('pages: by links, in both directions, and one by one', async () => {
    const first = await client.list('articles', { sort: ['title'], page: { size: 1 } });
    const second = await first.next();
    expect(second?.data.map(({ title }) => title)).toEqual(['Second']);
    expect((await second?.prev())?.data).toEqual(first.data);
    expect(await first.prev()).toBeUndefined();
    expect(await (await second?.next())?.next()).toBeUndefined();
    const found: unknown[] = [];
    for await (const article of first) found.push(article);
    const { data } = await client.list('articles', { sort: ['title'] });
    expect(found).toEqual(data);
    expect(found).toHaveLength(3);
  });

  test('a transaction', async () => {
    const [article, person, , gone] = await client.atomic((it) => {
      const author = it.add('people', { id: 'later', attributes: { name: 'Later' } });
      const added = it.add('articles', { attributes: { title: 'Atomic' }, relationships: { author } });
      const temporary = it.add('articles', { attributes: { title: 'Temporary' } });
      const renamed = it.update(author, { attributes: { name: 'Renamed' } });
      it.updateRelationship(added, 'author', { replace: { type: 'people', id: '9' } });
      return [added, renamed, temporary, it.remove(temporary)];
    });
    expect(article).toMatchObject({ type: 'articles', title: 'Atomic', author: { type: 'people', id: 'later' } });
    expect(person?.name ?? 'Renamed').toBe('Renamed');
    expect(gone).toBeUndefined();
    expect((await client.related('articles', article.id, 'author')).data?.name).toBe('Dan');
    await client.delete('articles', article.id);
  });

  test('a job', async () => {
    const answer = await client.create('markers', {});
    expect(answer).toMatchObject({ status: 202, job: { type: 'jobs', status: 'running' } });
    expect(() => answer.data).toThrow('Call `wait()`');
    const waiting = answer.wait();
    setTimeout(() => world.finishJob(), 20);
    expect(await waiting).toMatchObject({ status: 200, job: undefined, data: { type: 'markers', id: '1' } });
  });

  test('errors of the server have the status, of which the compiler knows', async () => {
    const error: unknown = await client.get('articles', 'missing').catch((it: unknown) => it);
    expect(JsonApiError.is(error) && error.errors).toMatchObject([{ code: 'NOT_FOUND' }]);
    expect(hasStatus(error, 409, 404)).toBe(true);
    if (hasStatus(error, 409, 404)) error.status satisfies 409 | 404;
    expect(hasStatus(error, 409)).toBe(false);
    const controller = new AbortController();
    const aborted = client.list('articles', {}, { signal: controller.signal });
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ name: 'ClientError', kind: 'aborted' });
    expect(await aborted.catch(ClientError.is)).toBe(true);
  });
});
