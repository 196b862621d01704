/** To-one relationships whose foreign keys are in the tables of the related types, on every database. */

import { type AccessRules, atomicOperations, createServer, cursorPagination } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { describeWorld } from '../test/describe-world.ts';
import * as given from '../test/one-to-one-world.ts';
import { hrefOf } from '../test/requests.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const { api, mapping } = given;

const profile = (id: string) => ({ type: 'profiles', id });
const user = (id: string, linked: unknown) => ({ type: 'users', id, relationships: { profile: { data: linked } } });

describeWorld(given, 'to-one relationships over foreign keys of other tables', (world, send) => {
  /** The linkage of a relationship. */
  const linked = async (path: string) => (await send(`GET ${path}`)).document.data?.id ?? null;
  const owners = async () => Promise.all(['p1', 'p2', 'p3'].map((id) => linked(`/profiles/${id}/relationships/user`)));

  test('a page with its related resources takes two statements', async () => {
    world.statements.length = 0;
    const { document } = await send('GET /users?include=profile');
    expect(world.statements).toHaveLength(2);
    const linkage = document.data.map(
      (it: { relationships: { profile: { data: { id: string } | null } } }) =>
        it.relationships.profile.data?.id ?? null,
    );
    expect(linkage).toEqual(['p1', null, 'p3', null]);
    expect(document.included.map(({ id }: { id: string }) => id).sort()).toEqual(['p1', 'p3']);
  });

  test('functions of records need only relationships that the records contain', async () => {
    const serve = (resources: object) => () => world.serve({ resources } as never);
    expect(serve({ users: { needs: ['profile'] } })).toThrow('`profile`, because records of "users" do not contain it');
    const meta = ({ user }: { readonly user: unknown }) => ({ user });
    const { document } = await serve({ profiles: { needs: ['user'], meta } })()(
      'GET /profiles?sort=id&fields[profiles]=',
    );
    expect(document.data[0].meta).toEqual({ user: { type: 'users', id: expect.any(String) } });
  });

  test('pages have the order of the related attribute', async () => {
    expect((await send('GET /users?sort=profile.text,id&page[size]=2&page[number]=2')).ids).toBe('3,1');
  });

  test.each([
    ['profile.text,id', '2,4,3,1'],
    ['-profile.text', '1,3,4,2'],
    ['-profile.id,name', '3,1,2,4'],
  ])('pages by position in the order of %s meet in both directions', async (sort, expected) => {
    const profiles = [cursorPagination({ key: 'a key of thirty-two bytes or more', applied: 'always' })];
    const paged = world.serve({ profiles } as never);
    const found: unknown[] = [];
    let url: string | null = `/users?page[size]=1&sort=${sort}`;
    let last = '';
    while (url !== null) {
      const { ids, document } = await paged(`GET ${url}`);
      found.push(ids);
      last = hrefOf(document.links.prev) ?? last;
      url = hrefOf(document.links.next);
    }
    expect(found.join()).toBe(expected);
    const { ids } = await paged(`GET ${last}`);
    expect(ids).toBe(expected.split(',').at(-2));
  });

  test('paths through both relationships, and the number of members', async () => {
    const { document } = await send('GET /users/1?include=profile.user.badge');
    const included = document.included.map(({ type, id }: { type: string; id: string }) => `${type} ${id}`);
    expect(included.sort()).toEqual(['badges b1', 'profiles p1']);
    expect((await send('GET /users?filter[profile][exists]=false')).ids).toBe('2,4');
    expect((await send('GET /users?filter[profile][exists]=true&filter[badge][exists]=false')).ids).toBe('3');
    expect((await send("GET /users?filter=or(eq(profile.text,'alpha'),eq(badge.label,'gold'))")).ids).toBe('1,3');
  });

  test('two owners exchange their related resources in one transaction', async () => {
    const extensions = [atomicOperations()];
    const server = createServer(api, world.sources as never, { extensions });
    const type = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"';
    const op = (id: string, data: object) => ({
      op: 'update',
      ref: { type: 'users', id, relationship: 'profile' },
      data,
    });
    const body = JSON.stringify({ 'atomic:operations': [op('1', profile('p3')), op('3', profile('p1'))] });
    const headers = { 'content-type': type, accept: type };
    expect((await server.handle({ method: 'POST', url: '/operations', headers, body })).status).toBe(204);
    expect(await owners()).toEqual(['3', null, '1']);
  });

  test('requests at the same time leave each related resource with one owner', async () => {
    const pairs = [1, 2, 3].flatMap((owner) => ['p1', 'p2', 'p3'].map((id) => [String(owner), id] as const));
    const answers = await Promise.all(
      pairs.map(([owner, id]) => send(`PATCH /users/${owner}/relationships/profile`, profile(id))),
    );
    // A database can end a transaction that waits for another one, or that another one precedes.
    expect(answers.filter(({ status }) => ![204, 409, 503].includes(status))).toEqual([]);
    const left = (await owners()).filter((owner) => owner !== null);
    expect(new Set(left).size).toBe(left.length);
  });

  test('a replacement through the relationship releases the row before', async () => {
    expect((await send('PATCH /users/1/relationships/profile', profile('p2'))).status).toBe(204);
    expect(await owners()).toEqual([null, '1', '3']);
    expect(await linked('/users/1/profile')).toBe('p2');
  });

  test('null releases the row', async () => {
    expect((await send('PATCH /users/1/relationships/profile', null)).status).toBe(204);
    expect(await owners()).toEqual([null, null, '3']);
  });

  test('the related row leaves its owner before', async () => {
    expect((await send('PATCH /users/1', user('1', profile('p3')))).status).toBe(200);
    expect(await owners()).toEqual([null, null, '1']);
    expect(await linked('/users/3/profile')).toBe(null);
  });

  test('a new resource takes its related resource', async () => {
    const { status, document } = await send('POST /users?include=profile', {
      ...user('5', profile('p2')),
      attributes: { name: 'Eve' },
    });
    expect([status, document.included?.[0]?.id]).toEqual([201, 'p2']);
    expect(await owners()).toEqual(['1', '5', '3']);
  });

  test('the same linkage again changes nothing', async () => {
    expect((await send('PATCH /users/1/relationships/profile', profile('p1'))).status).toBe(204);
    expect(await owners()).toEqual(['1', null, '3']);
  });

  test.each(['p9', 'p4'])('a related resource that does not exist: 404 (%s)', async (id) => {
    const { status } = await send('PATCH /users/1/relationships/profile', profile(id));
    expect(status).toBe(404);
    expect(await owners()).toEqual(['1', null, '3']);
    expect((await send('POST /users', { ...user('5', profile(id)), attributes: { name: 'Eve' } })).status).toBe(404);
    expect((await send('GET /users/5')).status).toBe(404);
  });

  test('the inverse relationship writes the same column, and cannot take a related resource twice', async () => {
    expect((await send('PATCH /profiles/p2/relationships/user', { type: 'users', id: '2' })).status).toBe(204);
    expect(await linked('/users/2/profile')).toBe('p2');
    expect((await send('PATCH /profiles/p2/relationships/user', { type: 'users', id: '1' })).status).toBe(409);
    expect(await owners()).toEqual(['1', '2', '3']);
  });

  test('a type column separates the owners of several types', async () => {
    expect((await send('PATCH /teams/1/relationships/badge', { type: 'badges', id: 'b1' })).status).toBe(204);
    expect([await linked('/users/1/badge'), await linked('/teams/1/badge')]).toEqual([null, 'b1']);
    expect((await send('GET /badges/b1/owner')).document.data.type).toBe('teams');
    expect((await send('GET /badges/b2/owner')).document.data).toBe(null);
  });

  test('a relationship to the same type', async () => {
    expect((await send('PATCH /steps/c/relationships/previous', { type: 'steps', id: 'a' })).status).toBe(204);
    expect([await linked('/steps/a/next'), await linked('/steps/b/next'), await linked('/steps/b/previous')]).toEqual([
      'c',
      null,
      null,
    ]);
  });

  test('a deletion has the effect of the mapping', async () => {
    await send('PATCH /users/2/relationships/badge', { type: 'badges', id: 'b1' });
    expect((await send('DELETE /users/2')).status).toBe(204);
    expect((await send('GET /badges/b1/owner')).document.data).toBe(null);
    // The foreign key of the database decides.
    expect((await send('DELETE /users/4')).status).toBe(409);
  });

  test('a change of the related resource counts as one of its owner', async () => {
    const tag = async () => {
      const response = await createServer(api, world.sources as never).handle({
        method: 'GET',
        url: '/users/1',
        headers: {},
      });
      return response.headers['ETag'] ?? response.headers['etag'];
    };
    const before = await tag();
    await send('PATCH /users/1/relationships/profile', profile('p2'));
    expect(await tag()).not.toBe(before);
  });

  describe('with access rules', () => {
    const guardedBy = (access: AccessRules<typeof api>) => world.serve({ defaultAccess: 'allow', access });

    test('the owner before, and the released row, must allow the change', async () => {
      const released = guardedBy({ profiles: { update: (_, { id }) => id !== 'p1' } });
      expect([(await released('PATCH /users/1/relationships/profile', profile('p2'))).status, world.failures]).toEqual([
        403,
        [],
      ]);
      expect((await released('PATCH /users/1/relationships/profile', null)).status).toBe(403);
      const taken = guardedBy({ users: { updateRelationship: (_, { id }) => id !== '3' } });
      expect((await taken('PATCH /users/1/relationships/profile', profile('p3'))).status).toBe(403);
      expect((await taken('PATCH /users/1/relationships/profile', profile('p2'))).status).toBe(204);
      expect(await owners()).toEqual([null, '1', '3']);
    });

    test('a hidden resource is not linked, included, or found', async () => {
      const hidden = guardedBy({ profiles: { read: () => [{ field: 'text', operator: 'eq', values: ['alpha'] }] } });
      expect((await hidden('GET /users/1/profile')).ids).toBe(null);
      expect((await hidden('GET /users/3/profile')).ids).toBe('p3');
      expect((await hidden('GET /users/1/relationships/profile')).ids).toBe(null);
      const { document } = await hidden('GET /users?include=profile');
      expect(document.included.map(({ id }: { id: string }) => id)).toEqual(['p3']);
      expect((await hidden('GET /users?filter[profile.text]=beta')).ids).toBe('');
    });
  });

  test('a foreign key that is not unique is an error at start', async () => {
    const databaseSchema = await readDatabaseSchema(world.db);
    const badge = { foreignKey: 'label' };
    const users = { ...mapping.users, relationships: { ...mapping.users.relationships, badge } };
    expect(() => createKyselySources(api, world.db, { ...mapping, users } as never, { databaseSchema })).toThrow(
      'users.relationships.badge: `foreignKey` must be unique, because the relationship is to-one, but several rows of "badge" can have the same "label".',
    );
  });
});
