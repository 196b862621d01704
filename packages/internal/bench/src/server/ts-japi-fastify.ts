/** The same exchanges as an application would write them with Fastify and ts-japi: routes, paging and validation by hand. */
import { JSON_API_MEDIA_TYPE } from '@linkage/core';
import fastify from 'fastify';
import { requirePeer } from '../peers/load.ts';
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

/** Serves the exchanges, if ts-japi is installed. Returns the port. */
export function serveTsJapi(): Promise<number> {
  const { list, one } = serializers();
  const byId = new Map<string, ArticleRow>(articles.map((article) => [article.id, article]));
  const people = new Map(articles.map(({ author }) => [author.id, author]));
  const app = fastify();
  app.addContentTypeParser(JSON_API_MEDIA_TYPE, { parseAs: 'string' }, (_, body, done) => {
    done(null, JSON.parse(body as string));
  });
  app.get<{ Querystring: { readonly 'page[size]'?: string } }>('/articles', async ({ query }, reply) => {
    const page = [...byId.values()].slice(0, Number(query['page[size]'] ?? 25));
    return reply.type(JSON_API_MEDIA_TYPE).send(JSON.stringify(await list.serialize(page)));
  });
  app.get<{ Params: { readonly id: string } }>('/articles/:id', async ({ params }, reply) => {
    const article = byId.get(params.id);
    if (article === undefined) return reply.code(404).send();
    return reply.type(JSON_API_MEDIA_TYPE).send(JSON.stringify(await one.serialize(article)));
  });
  app.post('/articles', async ({ body }, reply) => {
    const { data } = body as { data: { attributes: unknown; relationships: { author: { data: { id: string } } } } };
    const attributes = articleSchema.parse(data.attributes);
    const author = people.get(data.relationships.author.data.id);
    if (author === undefined) return reply.code(404).send();
    const article = { ...attributes, id: String(byId.size + 1), author } as ArticleRow;
    // Forgotten, as Linkage's is, so that the last request costs what the first did.
    byId.set(article.id, article);
    byId.delete(article.id);
    const document = JSON.stringify(await one.serialize(article));
    return reply.code(201).header('Location', `/articles/${article.id}`).type(JSON_API_MEDIA_TYPE).send(document);
  });
  return listenFastify(app);
}
