/** Mistakes in the declaration of an API: the compiler must report them there, and not where an application uses the API. */

export interface CompilerMistake {
  readonly title: string;
  /** The code. The compiler must report the line after the comment `// wrong:`, and no other one. */
  readonly code: string;
  /** Parts of the first line of the error: the name that is wrong, and the remedy. */
  readonly says: readonly string[];
  /** Strings that must not be in the first line: they would lead to a wrong remedy. */
  readonly omits?: readonly string[];
  /** The first line does not say the reason, which is in a later one. */
  readonly unclear?: boolean;
}

/** Returns the declaration of an API with these members of the type `articles`. */
export const articles = (declaration: string): string =>
  `defineApi({\n  people: { attributes: { name: z.string() } },\n  articles: {\n    ${declaration}\n  },\n});`;

export const declarationMistakes: readonly CompilerMistake[] = [
  {
    title: 'a target type is misspelled',
    code: articles("relationships: {\n// wrong:\nauthor: toOne('persons') },"),
    says: ['"persons', 'is not a type of this API'],
  },
  {
    title: 'an attribute has the name of a type in place of a schema',
    code: articles("attributes: {\n// wrong:\ntitle: 'string' },"),
    says: ['"title', 'must be a Standard Schema, such as z.string()'],
  },
  {
    title: 'an attribute is a Date, which JSON does not have',
    code: articles('attributes: {\n// wrong:\nat: z.date() },'),
    says: ['Not JSON: use z.iso.datetime(), or a codec'],
  },
  {
    title: 'an attribute with options is a bigint',
    code: articles('attributes: {\n// wrong:\nsize: attribute(z.bigint().nullable(), { write: false }) },'),
    says: ['ZodBigInt', 'Not JSON: use z.string()'],
  },
  {
    title: 'an attribute is a Map',
    code: articles('attributes: {\n// wrong:\ntags: z.map(z.string(), z.string()) },'),
    says: ['Not JSON: use z.array(), z.object(), or z.string()'],
  },
  {
    title: 'an attribute is a function',
    code: articles('attributes: {\n// wrong:\nrun: z.custom<() => void>() },'),
    says: ['Not JSON'],
  },
  {
    title: 'an attribute is a symbol',
    code: articles('attributes: {\n// wrong:\nmark: z.symbol().optional() },'),
    says: ['Not JSON'],
  },
  {
    title: 'the inverse of a relationship is misspelled',
    code: articles("relationships: {\n// wrong:\nauthor: toOne('people', { inverse: 'article' }) },"),
    says: ['"article', 'is not a relationship of \\"people'],
  },
  {
    title: 'a relationship is filtered by a field that its target does not have',
    code: articles("relationships: {\n// wrong:\nauthor: toOne('people', { filter: ['nmae'] }) },"),
    says: ['"nmae', 'is not a field of \\"people'],
  },
  {
    title: 'a relationship is the name of its target',
    code: articles("relationships: {\n// wrong:\nauthor: 'people' },"),
    says: ['"author', 'must be declared with toOne or toMany'],
  },
  {
    title: 'a member of a type declaration is misspelled',
    code: articles('// wrong:\nattribute: { title: z.string() },'),
    says: ['"attribute', 'Known members: id, attributes, relationships'],
  },
  {
    title: 'the id is declared as an attribute',
    code: articles('attributes: {\n// wrong:\nid: z.string() },'),
    says: ['"id', 'the specification reserves this name'],
  },
  {
    title: 'the foreign key and the relationship have one name',
    code: articles("attributes: {\n// wrong:\nauthor: z.string() }, relationships: { author: toOne('people') },"),
    says: ['"author', 'is also the name of a relationship of this type'],
  },
  {
    title: 'an option of an attribute does not exist',
    code: articles('attributes: { title: attribute(z.string(), {\n// wrong:\nsortable: true }) },'),
    says: ['"sortable', 'Known options: write, read'],
  },
  {
    title: 'a computed attribute needs a field that does not exist',
    code: articles(
      "attributes: { title: z.string(),\n// wrong:\nlabel: attribute(z.string(), { needs: ['titel'], compute: () => '' }) },",
    ),
    says: ['needs \\"titel', 'which is not a field of its type'],
  },
  {
    title: 'compute reads a field that needs does not list',
    code: articles(
      "attributes: { title: z.string(), label: attribute(z.string(), {\nneeds: ['title'],\n// wrong:\ncompute: ({ titel }) => String(titel),\n}) },",
    ),
    says: ["'titel'"],
  },
  {
    title: 'compute returns another type than the attribute has',
    code: articles(
      "attributes: { title: z.string(), size: attribute(z.number(), {\nneeds: ['title'],\n// wrong:\ncompute: ({ title }) => String(title),\n}) },",
    ),
    says: ['=> string', '=> number'],
  },
  {
    title: 'an option of toOne is used for toMany',
    code: articles("relationships: { author: toMany('people', {\n// wrong:\nsort: true }) },"),
    says: ['"sort', 'Known options: write, read'],
  },
  {
    title: 'defaultSort names a field that does not exist',
    code: articles("attributes: { title: z.string() },\n// wrong:\ndefaultSort: ['-titel'],"),
    says: ['"-titel"', 'Did you mean \'"-title"\'?'],
  },
];

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
