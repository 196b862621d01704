/** The two requests as a careful developer writes them for exactly these tables, with Fastify and Kysely. */
import { hash } from 'node:crypto';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from './library.ts';

const MEDIA_TYPE = 'application/vnd.api+json';
const columns = ['id', 'title', 'body', 'words', 'author_id'] as const;

type Article = Tables['article'];

function articleOf({ id, title, body, words, author_id }: Article) {
  return {
    type: 'articles',
    id,
    attributes: { title, body, words },
    relationships: {
      author: {
        links: { self: `/articles/${id}/relationships/author`, related: `/articles/${id}/author` },
        data: { type: 'people', id: String(author_id) },
      },
    },
    links: { self: `/articles/${id}` },
  };
}

function personOf({ id, name }: Tables['person']) {
  return {
    type: 'people',
    id: String(id),
    attributes: { name },
    relationships: {
      articles: { links: { self: `/people/${id}/relationships/articles`, related: `/people/${id}/articles` } },
    },
    links: { self: `/people/${id}` },
  };
}

/** Reads the article with an id. */
export function readArticle(db: Kysely<Tables>, id: string): Promise<Article | undefined> {
  return db.selectFrom('article').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Reads a page of articles, and one more article to know whether there is a next page. */
export function readArticles(db: Kysely<Tables>, offset: number, size: number): Promise<Article[]> {
  const rows = db.selectFrom('article').select(columns).orderBy('id');
  return rows
    .limit(size + 1)
    .$if(offset > 0, (query) => query.offset(offset))
    .execute();
}

/** Reads the authors of articles. */
export function readAuthors(db: Kysely<Tables>, shown: readonly Article[]): Promise<Tables['person'][]> {
  const ids = [...new Set(shown.map(({ author_id }) => author_id))];
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom('person').select(['id', 'name']).where('id', 'in', ids).execute();
}

/** Without a serializer, Fastify adds a charset to the media type, and JSON:API does not allow one. */
const asIs = (text: unknown): string => text as string;

function sendErrors(reply: FastifyReply, status: number, title: string): FastifyReply {
  const body = JSON.stringify({ errors: [{ status: String(status), title }] });
  return reply.code(status).header('Content-Type', MEDIA_TYPE).header('Vary', 'Accept').serializer(asIs).send(body);
}

/** Sends a document with the headers that Linkage sends: caches can ask whether it has changed. */
function send(reply: FastifyReply, document: unknown): FastifyReply {
  const body = JSON.stringify(document);
  const tag = `"${hash('sha1', body, 'base64url')}"`;
  reply.header('Vary', 'Accept').header('Cache-Control', 'private, no-cache').header('ETag', tag);
  if (reply.request.headers['if-none-match'] === tag) return reply.code(304).send();
  return reply.header('Content-Type', MEDIA_TYPE).serializer(asIs).send(body);
}

const parameters = {
  type: 'object',
  additionalProperties: false,
  properties: {
    include: { enum: ['author'] },
    'page[size]': { type: 'integer', minimum: 1, maximum: 100, default: 25 },
    'page[number]': { type: 'integer', minimum: 1, default: 1 },
  },
};

interface ListParameters {
  readonly include?: 'author';
  readonly 'page[size]': number;
  readonly 'page[number]': number;
}

/** Whether a client accepts the media type without parameters. */
function isAcceptable(accept: string | undefined): boolean {
  if (accept === undefined || accept === MEDIA_TYPE) return true;
  return accept
    .split(',')
    .some((range) => /^\s*(?:\*\/\*|application\/(?:\*|vnd\.api\+json))\s*(?:;\s*q=|$)/.test(range));
}

/** Creates the application. */
export function createFastifyByHand(db: Kysely<Tables>): FastifyInstance {
  const app = fastify({ ajv: { customOptions: { removeAdditional: false } } });
  app.setErrorHandler((error: FastifyError, _, reply) => {
    const isInvalid = error.validation !== undefined;
    return sendErrors(reply, isInvalid ? 400 : 500, isInvalid ? error.message : 'Internal error');
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (isAcceptable(request.headers.accept)) done();
    else void sendErrors(reply, 406, 'Not acceptable');
  });
  app.get<{ Params: { readonly id: string } }>(
    '/articles/:id',
    { schema: { querystring: { type: 'object', additionalProperties: false } } },
    async ({ params }, reply) => {
      const found = await readArticle(db, params.id);
      if (found === undefined) return sendErrors(reply, 404, 'Not found');
      return send(reply, {
        jsonapi: { version: '1.1' },
        links: { self: `/articles/${found.id}` },
        data: articleOf(found),
      });
    },
  );
  app.get<{ Querystring: ListParameters }>(
    '/articles',
    { schema: { querystring: parameters } },
    async ({ query: { include, 'page[size]': size, 'page[number]': number } }, reply) => {
      const found = await readArticles(db, (number - 1) * size, size);
      const shown = found.slice(0, size);
      const base = `/articles?${include === undefined ? '' : 'include=author&'}page%5Bsize%5D=${size}`;
      const pageAt = (at: number): string => `${base}&page%5Bnumber%5D=${at}`;
      return send(reply, {
        jsonapi: { version: '1.1' },
        links: {
          self: number === 1 ? base : pageAt(number),
          first: pageAt(1),
          prev: number === 1 ? null : pageAt(number - 1),
          next: found.length > size ? pageAt(number + 1) : null,
        },
        data: shown.map(articleOf),
        ...(include === undefined ? {} : { included: (await readAuthors(db, shown)).map(personOf) }),
      });
    },
  );
  return app;
}
