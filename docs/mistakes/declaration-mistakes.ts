/** Mistakes in the declaration of an API: the compiler must report them there, and not where an application uses the API. */

/** An application that uses one API in many ways. A mistake in the declaration must not lead to errors in the uses. */
export const application = `import { attribute, buildDocument, type CreateInput, defineAction, defineApi, parseCreate, parseQuery, type ResourceRecord, serialize, toMany, toOne } from '@linkage/core';
import { createKyselySources } from '@linkage/kysely';
import { type AccessRules, createMemorySources, createServer, type DataSource } from '@linkage/server';
import type { Kysely } from 'kysely';
import { z } from 'zod';

declare const db: Kysely<unknown>;
interface User {
  readonly name: string;
}
export const api = defineApi({
  articles: {
    attributes: { title: z.string(), views: attribute(z.int().default(0), { sort: true, filter: true }) },
    relationships: { author: toOne('people', { filter: true }), comments: toMany('comments') },
  },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
  comments: { attributes: { body: z.string() }, actions: { hide: defineAction({ input: z.object({ reason: z.string() }) }) } },
});
const record: ResourceRecord<typeof api, 'articles'> = { id: 1, title: 'A', views: 1, author: { id: 9, name: 'x' } };
const person: ResourceRecord<typeof api, 'people'> = { id: 1, name: 'x' };
export const first = buildDocument(api, 'articles', record, { include: ['author'] });
export const second = buildDocument(api, 'people', person, { include: ['articles'], fields: { people: ['name'] } });
export const length = second.data.attributes?.name.length;
export const text = serialize(api, 'comments', { id: 1, body: 'x' });
const input = parseCreate(api, 'articles', {});
export const title: string = input.attributes.title + input.attributes.views;
export const save = (created: CreateInput<typeof api, 'articles'>) => created.attributes.title.length;
save(input);
export const query = parseQuery(api, 'articles', 'include=author');
const articles: DataSource<typeof api, 'articles', User> = {
  find: (ids) => ids.map((id) => ({ id, title: 'x', author: 9 })),
  list: (query) => ({ records: [{ id: 1, title: String(query.filter.length) }] }),
  create: (created) => ({ id: 1, title: created.attributes.title, views: created.attributes.views }),
};
const people: DataSource<typeof api, 'people', User> = { find: () => [{ id: 1, name: 'x' }] };
const access: AccessRules<typeof api, User> = { articles: { read: (user) => user.name === 'x' }, people: { read: () => true } };
export const server = createServer(api, { articles, people, comments: {} }, {
  context: () => ({ name: 'x' }),
  access,
  defaultIncludes: { people: ['articles'] },
  actions: { comments: { hide: ({ id, input }) => void \`\${id}: \${input.reason}\` } },
});
export const memory = createMemorySources(api, {
  people: [{ id: '1', name: 'x' }],
  articles: [{ id: 1, title: 'x', views: 1, author: 1 }],
});
export const sql = createKyselySources(api, db, {
  comments: { table: 'c' },
  people: { table: 'p', relationships: { articles: { foreignKey: 'author_id' } } },
  articles: { table: 'a', relationships: { author: { column: 'author_id' }, comments: { foreignKey: 'article_id' } } },
});
`;

/** Changes of the application, each of which is one mistake in the declaration. */
export const cascades: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'a wrong target': ["toOne('people', {", "toOne('persons', {"],
  'an attribute without a schema': ['title: z.string()', "title: 'string'"],
  'a reserved name': ['body: z.string()', 'id: z.string()'],
  'a relationship without toOne': ["toOne('people', { filter: true })", "'people'"],
  'a misspelled member': ['comments: { attributes:', 'comments: { attribute:'],
  'an unknown option': ['sort: true, filter: true', 'sorted: true'],
  'a misspelled inverse': ["toMany('comments')", "toMany('comments', { inverse: 'article' })"],
  'an option of the other kind': ["toMany('comments')", "toMany('comments', { sort: true })"],
};
