import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { send } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { DataSource } from '../sources/port/data-source.ts';
import type { AccessRules } from './access-rules.ts';

type Method = 'list' | 'find' | 'related' | 'create' | 'update' | 'delete' | 'updateRelationship';

describe('a rule that checks records requires a source with `find`', () => {
  test.each<[rule: string, methods: readonly Method[], isAccepted: boolean]>([
    // Only conditions need records: see access-filter.test.ts.
    ['read', ['list'], true],
    ['read', ['list', 'find'], true],
    ['update', ['update'], false],
    ['update', ['update', 'find'], true],
    // Without a rule `updateRelationship`, the rule decides on changes of relationships.
    ['update', ['updateRelationship'], false],
    // The server does not offer updates, so it never calls the rule.
    ['update', ['list', 'delete'], true],
    ['delete', ['delete'], false],
    ['delete', ['delete', 'find'], true],
    ['delete', ['list', 'update', 'updateRelationship'], true],
    ['updateRelationship', ['updateRelationship'], false],
    // An update of a resource can change its relationships.
    ['updateRelationship', ['update'], false],
    ['updateRelationship', ['updateRelationship', 'update'], false],
    ['updateRelationship', ['updateRelationship', 'find'], true],
    ['updateRelationship', ['list', 'delete'], true],
    ['create', ['create'], true],
    ['fields', ['list'], true],
  ])('the rule `%s` and the methods %j: %s', (rule, methods, isAccepted) => {
    const all = blogSources().people as Required<DataSource<Blog, 'people'>>;
    const people = Object.fromEntries(methods.map((method) => [method, all[method]]));
    const access = { people: { [rule]: () => true } } as AccessRules<Blog>;
    const create = () => createServer(blog, withRest(blog, { people }), { defaultAccess: 'allow', access });
    if (isAccepted) return expect(create).not.toThrow();
    expect(create).toThrow(`\`access.people.${rule}\` requires a source with the method \`find\``);
  });
});

describe('what is allowed without a rule', () => {
  const person = { data: { type: 'people', id: 'new', attributes: { name: 'N' } } };
  const change = { data: { type: 'people', id: '7', attributes: { name: 'N' } } };

  test.each<[string, ServerOptions<unknown, Blog>, readonly number[]]>([
    ['no rules at all', {}, [3, 200, 201, 200, 204]],
    ['defaultAccess: allow', { defaultAccess: 'allow' }, [3, 200, 201, 200, 204]],
    [
      'rules of another type',
      { defaultAccess: 'allow', access: { articles: { create: () => false } } },
      [3, 200, 201, 200, 204],
    ],
    // The deletion would change the hidden article of this author.
    [
      'another type that is hidden',
      { defaultAccess: 'allow', access: { articles: { read: () => false } } },
      [3, 200, 201, 200, 403],
    ],
    ['defaultAccess: deny without any rule', { defaultAccess: 'deny' }, [0, 404, 403, 404, 404]],
    [
      'defaultAccess: deny, and a rule to read',
      { defaultAccess: 'deny', access: { people: { read: () => true } } },
      [3, 200, 403, 403, 403],
    ],
  ])('%s: the number of listed resources, and the status of each request', async (_, options, expected) => {
    const server = createServer(blog, blogSources(), options);
    const listed = (await send(server, 'GET /people')).document.data.length;
    const statuses = [
      (await send(server, 'GET /people/7')).status,
      (await send(server, 'POST /people', person)).status,
      (await send(server, 'PATCH /people/7', change)).status,
      (await send(server, 'DELETE /people/8')).status,
    ];
    expect([listed, ...statuses]).toEqual(expected);
  });
});
