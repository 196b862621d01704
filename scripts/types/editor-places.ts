/** The completions, hovers, and definitions of an editor at places of an application: `¦` is the cursor. */

/** The application in which the places stand: an API with a name, as the README recommends it. */
export const application = `import { attribute, buildDocument, defineAction, defineApi, deserialize, parseCreate, parseQuery, serialize, toMany, toOne } from '@linkage/core';
import { createClient, readAggregates } from '@linkage/client';
import { createKyselySources } from '@linkage/kysely';
import { type AccessRules, type WriteHooks, createMemorySources, createServer } from '@linkage/server';
import type { Kysely } from 'kysely';
import { z } from 'zod';

const declared = defineApi({
  articles: {
    attributes: {
      /** The headline of an article. */
      title: z.string(),
      views: attribute(z.int().default(0), { sort: true, filter: true }),
      state: attribute(z.enum(['draft', 'published']), { filter: true }),
    },
    relationships: {
      /** Who wrote the article. */
      author: toOne('people', { inverse: 'articles', filter: true, sort: true }),
      comments: toMany('comments'),
    },
    actions: { publish: defineAction({ input: z.object({ at: z.iso.datetime() }) }) },
  },
  people: {
    attributes: {
      /** The name that readers see. */
      name: attribute(z.string(), { sort: true, filter: true }),
    },
    relationships: { articles: toMany('articles') },
  },
  comments: { attributes: { body: z.string() } },
});
type Declared = typeof declared;
interface Blog extends Declared {}
const api: Blog = declared;
interface Tables {
  article: { id: string; headline: string; views: number; state: string; author_id: string };
  person: { id: string; full_name: string };
  comment: { id: string; body: string; article_id: string };
}
declare const db: Kysely<Tables>;
interface User { readonly id: string; readonly admin: boolean }
const client = createClient<Blog>({ baseUrl: '/api' });
const sources = createMemorySources(api, {});
const record = { id: '1', title: 'A', views: 1, state: 'draft' } as const;
export const used = [attribute, buildDocument, defineAction, deserialize, parseCreate, parseQuery, serialize, readAggregates, createKyselySources, createServer, db, client, sources, record];
export type Used = [AccessRules<Blog, User>, WriteHooks<Blog, User>];
`;

export interface Offer {
  readonly code: string;
  readonly offers: readonly string[];
  readonly omits?: readonly string[];
}

export const rules = (rule: string): string => `export const rules: AccessRules<Blog, User> = { ${rule} };`;
export const hooks = (hook: string): string => `export const hooks: WriteHooks<Blog, User> = { ${hook} };`;
const articles = (members: string): string =>
  `defineApi({ articles: { ${members} }, people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } } });`;
export const got = (use: string, query = "{ include: ['author'] }"): string =>
  `const { data } = await client.get('articles', '1', ${query});\n${use}`;

/** The completions at each place. */
export const offers: readonly Offer[] = [
  // Declaring an API
  {
    code: 'defineApi({ articles: { ¦ } });',
    offers: ['attributes', 'relationships', 'actions', 'id', 'defaultSort', 'clientGeneratedIds'],
  },
  { code: articles("relationships: { author: toOne('¦') }"), offers: ['articles', 'people'] },
  { code: articles("relationships: { author: toMany('¦', { required: true }) }"), offers: ['articles', 'people'] },
  {
    code: articles("relationships: { author: toOne('people', { ¦ }) }"),
    offers: ['required', 'inverse', 'sort', 'onDelete', 'include'],
    omits: ['member'],
  },
  {
    code: articles("relationships: { author: toMany('people', { ¦ }) }"),
    offers: ['required', 'inverse', 'member'],
    omits: ['sort', 'onDelete'],
  },
  {
    code: articles("relationships: { author: toOne('people', { onDelete: '¦' }) }"),
    offers: ['restrict', 'cascade', 'clear'],
  },
  { code: articles("relationships: { author: toOne('people', { write: '¦' }) }"), offers: ['create', 'update'] },
  {
    code: articles('attributes: { title: attribute(z.string(), { ¦ }) }'),
    offers: ['sort', 'filter', 'write', 'read', 'needs', 'compute', 'onDemand'],
  },
  { code: articles("attributes: { title: attribute(z.string(), { write: '¦' }) }"), offers: ['create', 'update'] },
  {
    code: articles("attributes: { title: attribute(z.string(), { filter: ['¦'] }) }"),
    offers: ['eq', 'contains', 'search'],
  },
  { code: articles("attributes: { title: z.string() }, defaultSort: ['¦']"), offers: ['title', '-title', 'id'] },
  { code: 'defineAction({ ¦ });', offers: ['input', 'output', 'on', 'ifMatch'] },
  { code: "defineAction({ on: '¦' });", offers: ['collection', 'resource', 'filter'] },
  // The client
  { code: "client.get('¦');", offers: ['articles', 'people', 'comments'] },
  { code: 'client.¦;', offers: ['get', 'list', 'create', 'update', 'delete', 'updateRelationship', 'action'] },
  { code: "client.get('articles', '1', { ¦ });", offers: ['include', 'fields'] },
  { code: "client.get('articles', '1', { include: ['¦'] });", offers: ['author', 'comments', 'author.articles'] },
  { code: "client.list('articles', { sort: ['¦'] });", offers: ['views', '-views', 'author.name'], omits: ['title'] },
  { code: "client.list('articles', { fields: { ¦ } });", offers: ['articles', 'people', 'comments'] },
  { code: "client.list('articles', { fields: { people: ['¦'] } });", offers: ['name', 'articles'], omits: ['title'] },
  {
    code: "client.list('articles', { filter: [{ field: '¦' }] });",
    offers: ['views', 'state', 'author.name'],
    omits: ['title'],
  },
  {
    code: "client.list('articles', { filter: [{ field: 'views', operator: '¦', values: [1] }] });",
    offers: ['eq', 'lt', 'between'],
    omits: ['contains'],
  },
  { code: "client.list('articles', { filter: [{ field: 'state', values: ['¦'] }] });", offers: ['draft', 'published'] },
  { code: "client.create('articles', { ¦ });", offers: ['attributes', 'relationships'] },
  { code: "client.create('articles', { attributes: { ¦ } });", offers: ['title', 'views', 'state'] },
  { code: "client.create('articles', { attributes: { title: 'A', state: '¦' } });", offers: ['draft', 'published'] },
  { code: "client.update('articles', '1', { relationships: { ¦ } });", offers: ['author', 'comments'] },
  {
    code: "client.create('articles', { attributes: { title: 'A', state: 'draft' }, relationships: { author: { type: '¦', id: '1' } } });",
    offers: ['people'],
    omits: ['articles'],
  },
  { code: "client.updateRelationship('articles', '1', '¦');", offers: ['author', 'comments'] },
  { code: "client.action('articles', '¦');", offers: ['publish'] },
  { code: got('data.¦;'), offers: ['id', 'type', 'title', 'views', 'author', 'comments'] },
  { code: got('data.author?.¦;'), offers: ['id', 'name', 'articles'] },
  { code: "readAggregates(client, 'articles', { sum: ['¦'] });", offers: ['views'], omits: ['state'] },
  // Rules and hooks
  { code: rules('¦'), offers: ['articles', 'people', 'comments'] },
  {
    code: rules('articles: { ¦ }'),
    offers: ['read', 'create', 'update', 'delete', 'updateRelationship', 'fields', 'link'],
  },
  { code: rules('articles: { read: (user) => user.¦ }'), offers: ['id', 'admin'] },
  {
    code: rules("articles: { read: (user) => [{ field: '¦', values: [user.id] }] }"),
    offers: ['title', 'views', 'author', 'author.name', 'id'],
  },
  {
    code: rules("articles: { read: () => [{ field: 'views', operator: '¦', values: [1] }] }"),
    offers: ['eq', 'lt', 'between'],
    omits: ['contains'],
  },
  { code: rules("articles: { fields: () => ['¦'] }"), offers: ['title', 'views', 'author'], omits: ['name'] },
  { code: rules('articles: { update: (user, { record }) => record.¦ }'), offers: ['id', 'title', 'author'] },
  { code: rules('articles: { update: (user, { record }) => record.author?.¦ }'), offers: ['id', 'type'] },
  { code: rules('articles: { update: (user, { input }) => input.attributes.¦ }'), offers: ['title', 'views'] },
  { code: hooks('articles: { ¦ }'), offers: ['create', 'update', 'delete', 'updateRelationship'] },
  { code: hooks('articles: { create: { ¦ } }'), offers: ['before', 'after', 'afterCommit'] },
  // Documents
  { code: "buildDocument(api, '¦', record);", offers: ['articles', 'people', 'comments'] },
  {
    code: "buildDocument(api, 'articles', record, { include: ['¦'] });",
    offers: ['author', 'comments', 'author.articles'],
  },
  {
    code: "serialize(api, 'articles', record, { fields: { people: ['¦'] } });",
    offers: ['name', 'articles'],
    omits: ['title'],
  },
  {
    code: "deserialize({} as object, { api, type: '¦', collection: false });",
    offers: ['articles', 'people', 'comments'],
  },
  { code: "parseCreate(api, 'articles', {}).attributes.¦;", offers: ['title', 'views', 'state'] },
  // Servers and sources
  { code: 'createServer(api, sources, { ¦ });', offers: ['access', 'hooks', 'baseUrl', 'context', 'limits'] },
  { code: "createServer(api, sources, { defaultIncludes: { articles: ['¦'] } });", offers: ['author', 'comments'] },
  { code: 'createMemorySources(api, { articles: [{ ¦ }] });', offers: ['id', 'title', 'views', 'author'] },
  { code: "createKyselySources(api, db, { articles: { table: '¦' } });", offers: ['article', 'person', 'comment'] },
  {
    code: "createKyselySources(api, db, { articles: { table: 'article', attributes: { title: '¦' } } });",
    offers: ['headline'],
  },
];
