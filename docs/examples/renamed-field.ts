import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, errorObject, JsonApiError } from '@linkage/core';
import { jsonApiFrameworkErrors, jsonApiPlugin } from '@linkage/fastify';
import { createKyselySources, createNodeSqliteDialect, readDatabaseSchema } from '@linkage/kysely';
import { createServer, type TypeHooks } from '@linkage/server';
import Fastify from 'fastify';
import { Kysely } from 'kysely';
import { z } from 'zod';

const database = new DatabaseSync(':memory:');
database.exec(`
  create table article (id text primary key, headline text not null, words integer not null default 0);
  create index article_headline on article (headline, id);
  insert into article (id, headline) values ('1', 'Hello');
`);
const db = new Kysely<never>({ dialect: createNodeSqliteDialect(database) });
const databaseSchema = await readDatabaseSchema(db);

// #region both
const name = z.string().min(1);
const asked = { sort: true, filter: true } as const;
const api = defineApi({
  articles: {
    attributes: {
      headline: attribute(name.optional(), asked),
      title: attribute(name.optional(), { ...asked, deprecated: 'Use `headline`. Sunset 2027-06-30.' }),
      words: z.int().default(0),
    },
  },
});
const tables = { articles: { table: 'article', attributes: { title: 'headline' } } };

interface Names {
  readonly headline?: string | undefined;
  readonly title?: string | undefined;
}
const source = { pointer: '/data' };

/** Returns the input with the new name only. A client that sends back all it has read sends both, and has changed one of them. */
function oneName<Input extends Names>(input: Input, stored?: string): Omit<Input, keyof Names> & Names {
  const { headline, title, ...others } = input;
  const sent = [headline, title].filter((value) => value !== undefined);
  const [value, other] = new Set(sent.length === 2 ? sent.filter((it) => it !== stored) : sent);
  if (other !== undefined)
    throw new JsonApiError(
      errorObject('ATTRIBUTE_INVALID', '`headline` and its old name `title` must be equal.', { source }),
    );
  if (value === undefined && stored === undefined)
    throw new JsonApiError(errorObject('ATTRIBUTE_INVALID', '`headline` is required.', { source }));
  return value === undefined ? others : { ...others, headline: value };
}
const articles = {
  create: { before: ({ input }) => ({ ...input, attributes: oneName(input.attributes) }), onlyReads: true },
  update: {
    before: ({ input, record }) => ({ ...input, attributes: oneName(input.attributes, record.headline) }),
    onlyReads: true,
  },
} satisfies TypeHooks<typeof api, 'articles'>;
export const server = createServer(api, createKyselySources(api, db, tables, { databaseSchema }), {
  hooks: { articles },
});
// #endregion

// #region versions
const apiOf1 = defineApi({ articles: { attributes: { title: attribute(name, asked) } } });
const apiOf2 = defineApi({ articles: { attributes: { headline: attribute(name, asked) } } });

const v1 = createServer(apiOf1, createKyselySources(apiOf1, db, tables, { databaseSchema }), {
  baseUrl: '/v1',
  headers: () => ({
    Deprecation: '@1796083200', // since 2026-12-01, in seconds
    Sunset: 'Wed, 30 Jun 2027 00:00:00 GMT',
    Link: '<https://example.com/docs/v2>; rel="deprecation"',
  }),
});
const v2 = createServer(
  apiOf2,
  createKyselySources(apiOf2, db, { articles: { table: 'article' } }, { databaseSchema }),
  { baseUrl: '/v2' },
);

export const app = Fastify({ frameworkErrors: jsonApiFrameworkErrors({ server: v2 }) });
await app.register(jsonApiPlugin, { server: v1, prefix: '/v1' });
await app.register(jsonApiPlugin, { server: v2, prefix: '/v2' });
// #endregion
