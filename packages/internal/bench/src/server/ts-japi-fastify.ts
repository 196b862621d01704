/** The same exchanges as an application would write them with Fastify and ts-japi: routes, paging and validation by hand. */
import { createHash } from 'node:crypto';
import { JSON_API_MEDIA_TYPE } from '@linkage/core';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { requirePeer } from '../peers/peer.ts';
import { storedArticles as articles } from '../workloads/apis.ts';
import { articleAttributes, personAttributes } from '../workloads/data.ts';
import { articleSchema } from './articles-server.ts';
import { listenFastify } from './frameworks.ts';

/** ts-japi only writes absolute URLs. */
const origin = 'http://localhost';

type Article = (typeof articles)[number];
type ArticleRow = Omit<Article, 'comments'>;

function serializers() {
  const { Linker, Paginator, Relator, Serializer } = requirePeer('ts-japi');
  const project = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 1]));
  const self = (type: string) =>
    new Linker((record: { id: string } | readonly unknown[]) =>
      Array.isArray(record) ? `${origin}/${type}` : `${origin}/${type}/${(record as { id: string }).id}`,
    );
  const person = new Serializer('people', {
    projection: project(personAttributes),
    linkers: { resource: self('people') },
  });
  const author = new Relator((record: ArticleRow) => record.author, person, {
    relatedName: 'author',
    linkers: {
      relationship: new Linker((record: ArticleRow) => `${origin}/articles/${record.id}/relationships/author`),
      related: new Linker((record: ArticleRow) => `${origin}/articles/${record.id}/author`),
    },
  });
  const paginator = new Paginator((page: readonly ArticleRow[]) => ({
    first: `${origin}/articles?page[number]=1`,
    last: `${origin}/articles?page[number]=1`,
    prev: null,
    next: page.length < 50 ? null : `${origin}/articles?page[number]=2`,
  }));
  const options = (include: readonly string[] | 0) => ({
    projection: project(articleAttributes),
    include,
    relators: [author],
    linkers: { resource: self('articles'), document: self('articles') },
  });
  return {
    list: new Serializer('articles', {
      ...options(['author']),
      linkers: { ...options(['author']).linkers, paginator },
    }),
    one: new Serializer('articles', options(0)),
  };
}

/** An error that the handlers respond with. */
class HandlerError extends Error {
  readonly status: number;

  constructor(status: number, title: string) {
    super(title);
    this.status = status;
  }
}

/** Whether a header `Accept` allows JSON:API without extensions. */
function acceptsMediaType(field: string | undefined): boolean {
  if (field === undefined) return true;
  const types = field.split(',').map((it) => it.split(';').map((part) => part.trim().toLowerCase()));
  return types.some(([type, ...parameters]) => {
    const isPlain = parameters.every((it) => it.startsWith('q=') || it.startsWith('profile='));
    return isPlain && [JSON_API_MEDIA_TYPE, 'application/*', '*/*'].includes(type as string);
  });
}

/** The steps of Linkage for each request beside routes and documents, by hand: negotiation, unknown parameters, errors, entity tags, 304. */
function addWholeWork(app: FastifyInstance): void {
  const known = new Set(['include', 'page[size]', 'page[number]']);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('Vary', 'Accept').type(JSON_API_MEDIA_TYPE);
    if (!acceptsMediaType(request.headers.accept)) return done(new HandlerError(406, 'Not acceptable'));
    for (const name of Object.keys(request.query as object))
      if (!known.has(name)) return done(new HandlerError(400, `Unknown query parameter ${name}`));
    done();
  });
  app.setErrorHandler((error: Error & { readonly status?: number; readonly statusCode?: number }, _, reply) => {
    const status = error.status ?? error.statusCode ?? 500;
    const title = status === 500 ? 'Internal server error' : error.message;
    reply.code(status).type(JSON_API_MEDIA_TYPE);
    return reply.send(JSON.stringify({ jsonapi: { version: '1.1' }, errors: [{ status: String(status), title }] }));
  });
  app.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, payload: unknown, done) => {
    if (reply.statusCode >= 300 || typeof payload !== 'string') return done(null, payload);
    const tag = `"${createHash('sha1').update(payload).digest('base64url')}"`;
    reply.header('ETag', tag);
    if (request.method !== 'GET') return done(null, payload);
    reply.header('Cache-Control', 'private, no-cache');
    const given = request.headers['if-none-match'];
    if (given === undefined || !given.split(',').some((it) => it.trim().replace(/^W\//, '') === tag))
      return done(null, payload);
    reply.code(304);
    done(null, null);
  });
}

/** The number in a parameter of the page. */
function positive(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new HandlerError(400, 'A page parameter must be a positive integer');
  return value;
}

/**
 * Serves the exchanges, if ts-japi is installed. Returns the port.
 *
 * @param isWhole Whether the handlers do the work of a whole JSON:API server: negotiation, checked parameters, error documents, entity tags.
 */
export function serveTsJapi(isWhole: boolean): Promise<number> {
  const { list, one } = serializers();
  const byId = new Map<string, ArticleRow>(articles.map((article) => [article.id, article]));
  const people = new Map(articles.map(({ author }) => [author.id, author]));
  const app = fastify();
  if (isWhole) addWholeWork(app);
  app.addContentTypeParser(JSON_API_MEDIA_TYPE, { parseAs: 'string' }, (_, body, done) => {
    done(null, JSON.parse(body as string));
  });
  app.get<{ Querystring: { readonly 'page[size]'?: string; readonly 'page[number]'?: string } }>(
    '/articles',
    async ({ query }, reply) => {
      const size = positive(query['page[size]'], 25);
      const start = (positive(query['page[number]'], 1) - 1) * size;
      const page = [...byId.values()].slice(start, start + size);
      return reply.type(JSON_API_MEDIA_TYPE).send(JSON.stringify(await list.serialize(page)));
    },
  );
  app.get<{ Params: { readonly id: string } }>('/articles/:id', async ({ params }, reply) => {
    const article = byId.get(params.id);
    if (article === undefined) throw new HandlerError(404, 'Resource not found');
    return reply.type(JSON_API_MEDIA_TYPE).send(JSON.stringify(await one.serialize(article)));
  });
  app.post('/articles', async ({ body }, reply) => {
    const { data } = body as { data: { attributes: unknown; relationships: { author: { data: { id: string } } } } };
    const attributes = articleSchema.parse(data.attributes);
    const author = people.get(data.relationships.author.data.id);
    if (author === undefined) throw new HandlerError(404, 'Resource not found');
    const article = { ...attributes, id: String(byId.size + 1), author } as ArticleRow;
    // Forgotten, as Linkage's is, so that the last request costs what the first did.
    byId.set(article.id, article);
    byId.delete(article.id);
    const document = JSON.stringify(await one.serialize(article));
    return reply.code(201).header('Location', `/articles/${article.id}`).type(JSON_API_MEDIA_TYPE).send(document);
  });
  return listenFastify(app);
}
