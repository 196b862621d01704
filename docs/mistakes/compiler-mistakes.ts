/** Usual mistakes that the compiler reports. Each is a file of its own, with the API and the records of `shared`. The API has a name, as the README recommends. */
import { clientMistakes } from './client-mistakes.ts';
import { articles, type CompilerMistake, declarationMistakes } from './declaration-mistakes.ts';
import { serverMistakes } from './server-mistakes.ts';

export const shared = `import { attribute, buildDocument, defineAction, defineApi, defineQueryParameters, deserialize, parseCreate, parseQuery, serialize, toMany, toOne } from '@linkage/core';
import { type ApiWith, type Client, createClient, readAggregates } from '@linkage/client';
import { createKyselySources } from '@linkage/kysely';
import { toNodeHandler } from '@linkage/node';
import { createMemoryIdempotencyStore, createMemorySources, createServer, cursorPagination, idempotencyKeys } from '@linkage/server';
import type { Kysely } from 'kysely';
import { z } from 'zod';

const declaredApi = defineApi({
  articles: {
    attributes: { title: z.string(), views: attribute(z.int().default(0), { filter: true }) },
    relationships: { author: toOne('people'), comments: toMany('comments') },
  },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
  comments: { attributes: { body: z.string() } },
  logs: {
    attributes: { line: attribute(z.string(), { write: false }) },
    actions: {
      clear: defineAction({ on: 'collection', input: z.object({ before: z.string() }) }),
      keep: defineAction({ output: z.object({ until: z.string() }), ifMatch: true }),
    },
  },
});
type DeclaredApi = typeof declaredApi;
interface Blog extends DeclaredApi {}
const api: Blog = declaredApi;
declare const client: Client<typeof api>;
const parameters = defineQueryParameters({ dryRun: z.boolean() });
declare const declared: Client<ApiWith<typeof api, { parameters: typeof parameters }>>;
const record = { id: 1, title: 'A', views: 1 };
const sources = createMemorySources(api, {});
const mapping = { people: { table: 'person', relationships: { articles: { foreignKey: 'author_id' } } } } as const;
declare const db: Kysely<unknown>;
export const used = [attribute, buildDocument, createClient, deserialize, parseQuery, serialize, parseCreate, createServer, createKyselySources, toNodeHandler, record, sources, mapping, db, client, declared, idempotencyKeys, createMemoryIdempotencyStore, cursorPagination, readAggregates];
`;

const server = (options: string): string => `createServer(api, sources, {\n  ${options}\n});`;
const source = (method: string): string =>
  `createServer(api, {\n  ...sources,\n  articles: {\n    ${method}\n  },\n});`;
/** The mapping of a table among others whose columns are declared. */
const tables = (article: string): string =>
  `interface Tables {
  article: { id: string; title: string; views: number; author_id: string; revision: number };
  person: { id: string; full_name: string; team_id: string };
  comment: { id: string; body: string; article_id: string };
}
declare const typed: Kysely<Tables>;
createKyselySources(api, typed, {
  people: { table: 'person', attributes: { name: 'full_name' }, relationships: { articles: { foreignKey: 'author_id' } } },
  comments: { table: 'comment' },
  articles: {
    table: 'article',
    ${article}
  },
});`;
const articleLinks = "relationships: { author: { column: 'author_id' }, comments: { foreignKey: 'article_id' } },";

export const compilerMistakes: readonly CompilerMistake[] = [
  ...declarationMistakes,
  ...clientMistakes,
  ...serverMistakes,
  {
    title: 'an option of createServer is misspelled',
    code: server('// wrong:\nacces: { articles: { read: () => true } },'),
    says: ["'acces'", "Did you mean to write 'access'?"],
  },
  {
    title: 'the context is used without the option that creates it',
    code: server("// wrong:\naccess: { articles: { read: (user) => user.name === 'Ann' } },"),
    says: ["'user' is of type 'unknown'"],
    unclear: true,
  },
  {
    title: 'the type of a source is misspelled',
    code: 'createServer(api, {\n// wrong:\narticle: { find: () => [record] },\n});',
    says: ["'article'", "Did you mean to write 'articles'?"],
  },
  {
    title: 'a type has no source',
    code: '// wrong:\ncreateServer(api, { articles: { find: () => [record] }, people: {}, comments: {} });',
    says: ['logs', 'This type needs a source, or {} if it has no URLs'],
  },
  {
    title: 'sources read another context than the server has',
    code: "const tenantSources = createKyselySources(api, db, mapping, { context: () => ({ tenant: 'x' }) });\n// wrong:\ncreateServer(api, { ...sources, ...tenantSources }, { context: () => ({ user: 'x' }) });",
    says: ['"This source reads another context than the option `context` returns"'],
  },
  {
    title: 'a hook adds an attribute that its type does not have',
    code: server(
      "hooks: { articles: { create: {\n// wrong:\nbefore: ({ input }) => ({ ...input, attributes: { ...input.attributes, slgu: 'x' } }) } } },",
    ),
    says: ['"\\"slgu\\" is not a stored field of the type"'],
  },
  {
    title: 'find returns a record with a wrong attribute',
    code: source('// wrong:\nasync find(ids) {\n  return ids.map((id) => ({ id, title: 5 }));\n},'),
    says: ['Wrong type of \\"title'],
  },
  {
    title: 'find returns a single record',
    code: source('// wrong:\nfind: () => record,'),
    says: ['"find', 'must return an array of records'],
  },
  {
    title: 'list returns an array of records',
    code: source('// wrong:\nlist: async () => [record],'),
    says: ['list must return { records }'],
  },
  {
    title: 'an include path is misspelled',
    code: "buildDocument(api, 'articles', record, {\n// wrong:\ninclude: ['autor'],\n});",
    says: ['"autor"', 'Did you mean \'"author"\'?'],
  },
  {
    title: 'a record lacks an attribute',
    code: "serialize(api, 'articles',\n// wrong:\n{ id: 1, views: 1 });",
    says: ['A record must have \\"title', 'but it is missing'],
  },
  {
    title: 'records are not awaited',
    code: "serialize(api, 'articles',\n// wrong:\nPromise.resolve([record]));",
    says: ['Await the records'],
  },
  {
    title: 'the JSON of a response is not awaited',
    code: 'declare const response: Response;\n// wrong:\ndeserialize(response.json());',
    says: ['Await the document'],
  },
  {
    title: 'the client is created without the type of its API',
    code: "const untyped = createClient({ baseUrl: 'https://example.com' });\n// wrong:\nuntyped.get('articles', '1');",
    says: ['createClient requires the type of the API: createClient<typeof api>('],
  },
  {
    title: 'a source has a method that no source has',
    code: 'createServer(api, { ...sources,\n// wrong:\narticles: { find: () => [record], lsit: () => ({ records: [] }) } });',
    says: ["'lsit' does not exist in type 'DataSource<"],
  },
  {
    title: 'the arguments of createKyselySources are in the wrong order',
    code: '// wrong:\ncreateKyselySources(db, api, mapping);',
    says: ["'Kysely<unknown>'", "'Api<ApiDeclaration>'"],
  },
  {
    title: 'an attribute of a parsed document is misspelled',
    code: "const { attributes } = parseCreate(api, 'articles', {});\n// wrong:\nexport const title = attributes.titel;",
    says: ["'titel'", "Did you mean 'title'?"],
  },
  {
    title: 'the client creates a resource whose fields are all read-only',
    code: "client.create('logs', {\n// wrong:\nattributes: { line: 'x' },\n});",
    says: ['Requests cannot set this field', 'write: false'],
  },
  {
    title: 'an action is declared without defineAction',
    code: articles('actions: {\n// wrong:\npublish: { input: z.object({}) } },'),
    says: ['publish', 'must be declared with defineAction'],
  },
  {
    title: 'the client calls an action that the type does not declare',
    code: "client.action('logs',\n// wrong:\n'cleer', { input: { before: 'x' } });",
    says: ['"cleer"', '"clear"'],
  },
  {
    title: 'the client runs an action that requires ifMatch without it',
    code: "// wrong:\nclient.action('logs', 'keep', { id: '1' });",
    says: ['"keep"', 'Requires the option `ifMatch`'],
  },
  {
    title: 'the client reads a member that the output of an action does not have',
    code: "const { meta } = await client.action('logs', 'keep', { id: '1' }, { ifMatch: '\"1\"' });\n// wrong:\nmeta.untill;",
    says: ["'untill'", "'until'"],
  },
  {
    title: 'the client creates a resource without a required attribute',
    code: "client.create('articles', {\n// wrong:\nattributes: { views: 5 } });",
    says: ["Property 'title' is missing"],
  },
  {
    title: 'the client sends an input of another type to an action',
    code: "client.action('logs', 'clear', { input: {\n// wrong:\nbefore: 5 } });",
    says: ["'number'", "'string'"],
  },
  {
    title: 'the server has no function for an action',
    code: server("actions: {\n// wrong:\nlogs: { keep: () => ({ until: '' }) } },"),
    says: ["Property 'clear' is missing"],
  },
  {
    title: 'the client reads a related resource that a list of unknown paths may include',
    code: "export const read = async (paths: readonly ('author' | 'comments')[]) => {\n  const { data } = await client.get('articles', '1', { include: paths });\n// wrong:\n  return data.author?.name;\n};",
    says: ["Property 'name' does not exist on type", 'DeserializedIdentifier'],
  },
  {
    title: 'the client filters by a value of another type',
    code: "client.list('articles', { filter: [\n// wrong:\n{ field: 'views', values: ['many'] }] });",
    says: ["'string'", "'number'"],
  },
  {
    title: 'the client asks for a page by a name that no strategy has',
    code: "client.list('articles', {\n// wrong:\npage: { number: 1, sise: 10 } });",
    says: ['Unknown name \\"sise'],
  },
  {
    title: 'the client sends a query parameter that is not declared',
    code: "declared.list('articles', {\n// wrong:\nparameters: { dryRun: true, dryrun: true } });",
    says: ['Unknown name \\"dryrun'],
  },
  {
    title: 'a hook reads a text as a Date',
    code: server(
      'hooks: { articles: { update: { before: ({ record }) => {\n// wrong:\nrecord.title?.getTime();\nreturn undefined; } } } },',
    ),
    says: ["'getTime'", "'string'"],
  },
  {
    title: 'an endpoint executes an operation on a type that does not exist',
    code: server(
      "endpoints: [{ name: 'x', path: '/-x', method: 'POST', statuses: [204], async run({ execute }) {\n// wrong:\nawait execute({ method: 'DELETE', target: { type: 'article', id: '1' } });\nreturn { status: 204 }; } }],",
    ),
    says: ['"article"', `Did you mean '"articles"'?`],
  },
  {
    title: 'a source reads a query parameter that the server does not declare',
    code: 'createServer(api, {\n  ...sources,\n  articles: { list: ({ parameters: sent }) => {\n// wrong:\nsent?.dryrun;\nreturn { records: [] }; } },\n}, { parameters });',
    says: ["'dryrun' does not exist", "'dryRun'"],
  },
  {
    title: 'the parameters of a type that does not exist are declared',
    code: server('typeParameters: {\n// wrong:\narticle: { minViews: z.number() } },'),
    says: ["'article'", "Did you mean to write 'articles'?"],
  },
  {
    title: 'an endpoint reads a header that it does not ask for',
    code: server(
      "endpoints: [{ name: 'x', path: '/-x', method: 'POST', statuses: [204], headers: ['X-Reason'], run({ headers }) {\n// wrong:\nheaders['x-raeson'];\nreturn { status: 204 }; } }],",
    ),
    says: ["'x-raeson'", "'x-reason'"],
  },
  {
    title: 'an endpoint reads a placeholder that its path does not contain',
    code: `createServer(api, sources, {
  endpoints: [{ name: 'report', method: 'GET', path: '/reports/{year}', statuses: [200], run({ placeholders }) {
// wrong:
    return { status: 200, document: { meta: { year: placeholders.yaer } } };
  } }],
});`,
    says: ["'yaer'", "'{ readonly year: string; }'"],
  },
  {
    title: 'the user of cursors reads a member that the context does not have',
    code: `createServer(api, sources, {
  context: ({ headers }) => ({ tenant: String(headers['x-tenant']) }),
  profiles: [cursorPagination()],
// wrong:
  pagination: { user: ({ tennant }) => tennant },
});`,
    says: ["'tennant'", '{ tenant: string; }'],
  },
  {
    title: '`user` of idempotency keys reads a member that the context does not have',
    code: server(
      "context: () => ({ tenant: 'a' }),\n  idempotency: { keys: idempotencyKeys({ store: createMemoryIdempotencyStore() }), user: (user) =>\n// wrong:\nuser.tennant },",
    ),
    says: ["'tennant'", "'tenant'"],
  },
  {
    title: 'idempotency keys have no `user`',
    code: server('// wrong:\nidempotency: { keys: idempotencyKeys({ store: createMemoryIdempotencyStore() }) },'),
    says: ["'user' is missing"],
  },
  {
    title: 'the client adds the values of an attribute that does not exist',
    code: "readAggregates(client, 'articles', {\n// wrong:\nsum: ['veiws'] });",
    says: ['"veiws"', '"views"'],
  },
  {
    title: 'the client reads an aggregate that it does not ask for',
    code: "export const read = async () => {\n  const [group] = await readAggregates(client, 'articles', { sum: ['views'] });\n// wrong:\n  return group?.sum.words;\n};",
    says: ["'words' does not exist"],
  },
  {
    title: 'a read rule names a field that a related resource does not have',
    code: server("// wrong:\naccess: { articles: { read: () => [{ field: 'author.nmae', values: ['x'] }] } },"),
    says: ['field: "author.nmae"'],
    unclear: true,
  },
  {
    title: 'a read rule names a field that its type does not have',
    code: server("// wrong:\naccess: { articles: { read: () => [{ field: 'titel', values: ['x'] }] } },"),
    says: ['field: "titel"'],
    unclear: true,
  },
  {
    title: 'a source compares a relationship with a name that its type does not have',
    code: source("related: (relationship) =>\n// wrong:\nnew Map(relationship === 'autor' ? [] : []),"),
    says: ['"autor"', '"author" | "comments"'],
  },
  {
    title: 'requireIfMatch names an unknown type',
    code: server("// wrong:\nrequireIfMatch: ['article'],"),
    says: ['"article"', 'Did you mean \'"articles"\'?'],
  },
  {
    title: 'a type of a mapping is misspelled',
    code: "createKyselySources(api, db, {\n  ...mapping,\n// wrong:\narticle: { table: 'article' } });",
    says: ['"\\"article\\" is not a resource type of this API"'],
  },
  {
    title: 'a relationship is not mapped to columns',
    code: "createKyselySources(api, db, {\n  articles: { table: 'article',\n// wrong:\nrelationships: { author: { column: 'author_id' } } },\n});",
    says: ["Property 'comments' is missing"],
  },
  {
    title: 'an attribute is mapped to a column that its table does not have',
    code: tables(`${articleLinks} attributes: {\n// wrong:\ntitle: 'titel' },`),
    says: ['"titel"', '"title"', '"author_id"', '"revision"', `Did you mean '"title"'?`],
    omits: ['full_name', 'article_id'],
  },
  {
    title: 'a number is mapped to a column of strings',
    code: tables(`${articleLinks} attributes: {\n// wrong:\nviews: 'title' },`),
    says: [`Type '"title"'`, '"revision"', '"views"'],
  },
  {
    title: 'an attribute has no column of its name and no mapping',
    code: `interface Tags { tag: { id: string; name: string } }
declare const typed: Kysely<Tags>;
createKyselySources(defineApi({ tags: { attributes: { name: z.string(), label: z.string() } } }), typed, {
  tags: {
    table: 'tag',
// wrong:
    attributes: { name: 'name' },
  },
});`,
    says: ["Property 'label' is missing"],
  },
  {
    title: 'a relationship is mapped to a column that its table does not have',
    code: tables(
      "relationships: { comments: { foreignKey: 'article_id' },\n// wrong:\nauthor: { column: 'writer_id' } },",
    ),
    says: ['"writer_id"', '"title"', '"author_id"', '"revision"'],
    omits: ['full_name', 'article_id'],
  },
  {
    title: 'the version is a column that the table does not have',
    code: tables(`${articleLinks}\n// wrong:\nversion: 'rev',`),
    says: ['"rev"', '"title"', '"author_id"', '"revision"'],
    omits: ['full_name', 'article_id'],
  },
  {
    title: 'a new row gets the value of a column that the table does not have',
    code: tables(`${articleLinks} onCreate: {\n// wrong:\ntitel: 'x' },`),
    says: ["'titel'", '"article"', "Did you mean to write 'title'?"],
    omits: ['"person"', '"comment"'],
  },
];
