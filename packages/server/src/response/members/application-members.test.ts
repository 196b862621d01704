import { defineExtension, defineProfile, validateDocument } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { operate } from '../../../test/atomic-request.ts';
import { type Blog, blog, blogSources } from '../../../test/blog.ts';
import { type AnyDocument, send } from '../../../test/support.ts';
import { withRest } from '../../../test/with-rest.ts';
import { atomicOperations } from '../../extensions/atomic/atomic-operations.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';
import type { Selection } from '../../sources/port/data-source.ts';

type Options = ServerOptions<string, Blog>;

const failures: string[] = [];
const serverWith = (options: Options) =>
  createServer(blog, blogSources(), {
    context: () => 'me',
    onError: (error) => failures.push(String((error as Error).message)),
    ...options,
  });

async function ask(options: Options, line: string, body?: object): Promise<AnyDocument> {
  const { status, headers, document } = await send(serverWith(options), line, body);
  if (document !== undefined)
    expect(validateDocument(document, { as: 'response', sparseFieldsets: true }).issues ?? []).toEqual([]);
  return { status, headers, ...document };
}

const documents: Options['documents'] = {
  meta: ({ kind, type, relationship, context, parameters }) => ({
    by: context,
    at: [kind, type, relationship].join(' '),
    size: parameters.get('page[size]'),
    page: { note: 'x' },
  }),
  links: () => ({ self: '/wrong', describedby: '/about', '@status': '/status' }),
};

describe('members of documents', () => {
  test.each([
    ['GET /articles?page[size]=2&page[total]=true', 'collection articles ', 200],
    ['GET /articles/1', 'resource articles ', 200],
    ['GET /articles/1/comments', 'related articles comments', 200],
    ['GET /articles/1/relationships/comments', 'relationship articles comments', 200],
  ])('%s has them, and the server has priority', async (line, at, status) => {
    const document = await ask({ documents }, line);
    expect([document.status, document.meta.at, document.meta.by]).toEqual([status, at, 'me']);
    expect(document.links).toMatchObject({
      self: encodeURI(line.slice(4)),
      describedby: '/about',
      '@status': '/status',
    });
  });

  test('the total of a page joins the meta of the application', async () => {
    const { meta } = await ask({ documents }, 'GET /articles?page[size]=2&page[total]=true');
    expect([meta.page, meta.size]).toEqual([{ note: 'x', total: 3 }, '2']);
  });

  test('a created resource and the document of an endpoint have them, an error document has not', async () => {
    const created = await ask({ documents }, 'POST /people', { data: { type: 'people', attributes: { name: 'A' } } });
    expect([created.status, created.meta.at, created.links.self]).toEqual([
      201,
      'collection people ',
      created.data.links.self,
    ]);
    const run = () => ({ status: 200, document: { meta: { by: 'endpoint' } } });
    const endpoints = [{ method: 'GET', path: '/health', name: 'health', statuses: [200], run } as const];
    const health = await serverWith({ documents, endpoints }).handle({ method: 'GET', url: '/health', headers: {} });
    expect(JSON.parse(health.body ?? '').meta).toMatchObject({ by: 'endpoint', at: 'endpoint  ' });
    expect((await ask({ documents }, 'GET /articles/99')).meta).toBeUndefined();
  });

  test.each([
    ['a promise', { meta: () => Promise.resolve({}) as never }, 'documents.meta must return a value'],
    ['no object', { meta: () => 5 as never }, 'documents.meta must return an object or undefined'],
    ['an unknown link', { links: () => ({ other: '/x' }) as never }, '"other"'],
    ['a link that is not a URL', { links: () => ({ describedby: 'a b' }) }, 'must be a URL'],
  ])('a function that returns %s fails the request', async (_, wrong, message) => {
    failures.length = 0;
    expect((await ask({ documents: wrong }, 'GET /articles')).status).toBe(500);
    expect(failures[0]).toContain(message);
  });

  test('links that are not links fail the request at an endpoint as well', async () => {
    failures.length = 0;
    const run = () => ({ status: 200, document: { meta: { by: 'endpoint' } } });
    const endpoints = [{ method: 'GET', path: '/health', name: 'health', statuses: [200], run } as const];
    const wrong: Options['documents'] = { links: () => ({ describedby: 'a b' }) };
    const { status } = await send(serverWith({ documents: wrong, endpoints }), 'GET /health');
    expect([status, failures]).toEqual([500, ['documents.links must return the links of a document.']]);
  });

  test('a document without links of the server does not have an empty `links`', async () => {
    const create = () => ({ id: '1', text: 'x', about: null });
    const server = createServer(blog, withRest(blog, { notes: { create } } as never), {
      documents: { meta: () => ({ own: true }) },
    });
    const { status, document } = await send(server, 'POST /notes', {
      data: { type: 'notes', attributes: { text: 'x' } },
    });
    expect([status, document.meta, Object.hasOwn(document, 'links')]).toEqual([201, { own: true }, false]);
  });

  test('the results of Atomic Operations have them, and those of resources', async () => {
    const server = serverWith({ documents, resources, extensions: [atomicOperations()] });
    const add = { op: 'add', data: { type: 'articles', attributes: { title: 'New' } } };
    const { status, results } = await operate(server, [add]);
    expect([status, results[0].data.meta]).toEqual([200, { label: expect.stringMatching(/ New$/), by: 'me' }]);
    expect(results[0].data.links['@page']).toBe(`/pages/${results[0].data.id}`);
  });

  test('they are part of the tag of the document, but not of the version that If-Match compares', async () => {
    const tagOf = async (n: number): Promise<string> =>
      (await ask({ documents: { meta: () => ({ n }) } }, 'GET /articles/1')).headers['ETag'];
    const [one = '', two = ''] = [await tagOf(1), await tagOf(2)];
    expect(one).not.toBe(two);
    expect(one.split('-')[0]).toBe(two.split('-')[0]);
  });
});

const resources: Options['resources'] = {
  articles: {
    needs: ['title'],
    meta: ({ id, title }, { context }) => ({ label: `${id} ${title}`, by: context }),
    links: ({ id }) => ({ '@page': `/pages/${id}` }),
    relationships: {
      author: { meta: (article) => ({ of: article.title }), links: () => ({ related: '/all/people' }) },
      comments: { meta: () => ({ open: true }), links: () => ({ '@feed': '/feed' }) },
    },
  },
  notes: { links: ({ id }) => ({ self: `/notes?id=${id}` }) },
};

describe('members of resources', () => {
  test('are in primary and included resources, and in their relationships', async () => {
    const { data } = await ask({ resources }, 'GET /articles/1');
    expect(data).toMatchObject({
      meta: { label: '1 Bikes', by: 'me' },
      links: { self: '/articles/1', '@page': '/pages/1' },
    });
    expect(data.relationships.author).toMatchObject({ meta: { of: 'Bikes' }, links: { related: '/all/people' } });
    expect(data.relationships.comments.meta).toEqual({ open: true });
    const { data: person, included } = await ask({ resources }, 'GET /people/7?include=articles');
    expect(person.meta).toBeUndefined();
    expect(included.map(({ meta }: AnyDocument) => meta.label)).toEqual(['1 Bikes', '2 Apes']);
  });

  test('a function can add nothing to the links of the server', async () => {
    const nothing: Options['resources'] = {
      articles: { links: () => undefined, relationships: { author: { links: () => undefined } } },
    };
    const { data } = await ask({ resources: nothing }, 'GET /articles/1');
    const plain = await ask({}, 'GET /articles/1');
    expect([data.links, data.relationships.author.links]).toEqual([
      plain.data.links,
      plain.data.relationships.author.links,
    ]);
  });

  test('the links of a paginated relationship stay beside those of the application', async () => {
    const { data } = await ask({ resources, pagination: { includedSize: 1 } }, 'GET /articles/1?include=comments');
    const { links } = data.relationships.comments;
    expect([links['@feed'], links.next === undefined]).toEqual(['/feed', false]);
  });

  test('a type without its own URLs can have a self link, any other must not return one', async () => {
    const sources = { notes: { list: () => ({ records: [{ id: '1', text: 'x', about: null }] }) } };
    const server = createServer(blog, withRest(blog, sources), { resources } as never);
    const { body = '' } = await server.handle({ method: 'GET', url: '/notes', headers: {} });
    expect(JSON.parse(body).data[0].links.self).toBe('/notes?id=1');
    failures.length = 0;
    const wrong = await ask({ resources: { articles: { links: () => ({ self: '/x' }) } } }, 'GET /articles/1');
    expect(wrong.status).toBe(500);
    expect(failures[0]).toContain('resources.articles.links must not return `self`');
  });

  test('functions do not see fields that the user cannot read, and no call shows hidden relationships', async () => {
    const seen: unknown[] = [];
    const spy: Options['resources'] = {
      articles: {
        needs: ['title'],
        meta(record) {
          seen.push([record.id, record.title, record.views, record.author, 'views' in { ...record }]);
          return { views: record.views ?? null };
        },
        relationships: { author: { meta: () => ({ shown: true }) } },
      },
    };
    const hiding = { articles: { fields: () => ['title', 'comments'] } } as never;
    const { data } = await ask({ resources: spy, defaultAccess: 'allow', access: hiding }, 'GET /articles/1');
    expect(data).toMatchObject({ meta: { views: null } });
    expect(data.relationships.author).toBeUndefined();
    expect(seen).toEqual([['1', 'Bikes', undefined, undefined, false]]);
  });

  describe('with `needs`', () => {
    const shown = { needs: ['title', 'author'], meta: (record: object) => ({ ...record }) } as const;
    const wanted = { id: '1', title: 'Bikes', author: { type: 'people', id: '7' } };

    test.each([
      'GET /articles/1',
      'GET /articles/1?fields[articles]=views',
      'GET /articles/1?fields[articles]=',
      'GET /articles?fields[articles]=views',
      'GET /people/7/articles?fields[articles]=views',
      'GET /people/7?include=articles&fields[articles]=views&fields[people]=articles',
    ])('a record has these fields, whatever the request selects: %s', async (line) => {
      const { data, included } = await ask({ resources: { articles: shown as never } }, line);
      const found = [data, included].flat().find((it) => it?.type === 'articles' && it.id === '1');
      expect(found.meta).toEqual(wanted);
    });

    test.each([
      ['title and author', shown, wanted, ['author', 'title', 'views']],
      ['none', { meta: shown.meta }, { id: '1' }, ['views']],
    ])('and whatever else the source returns: %s', async (_, articles, seen, asked) => {
      const read: Set<string>[] = [];
      const list = ({ selection: { attributes, relationships } }: { selection: Selection }) => {
        read.push(new Set([...attributes, ...relationships]));
        return {
          records: [{ id: '1', title: 'Bikes', views: 1, author: { id: '7', name: 'x' }, secret: 'x', comments: [] }],
        };
      };
      const server = createServer(blog, withRest(blog, { articles: { list } }), {
        resources: { articles },
      } as never);
      const { document } = await send(server, 'GET /articles?fields[articles]=views');
      expect([document.data[0].meta, [...(read[0] ?? [])].sort()]).toEqual([seen, asked]);
    });

    test('functions are not called if the user cannot read one of the fields', async () => {
      const hiding = { articles: { fields: () => ['title', 'comments'] } } as never;
      const options = { resources: { articles: shown as never }, defaultAccess: 'allow', access: hiding } as const;
      expect((await ask(options, 'GET /articles/1')).data.meta).toBeUndefined();
    });

    test('extensions and profiles declare them by type', async () => {
      const meta = { needs: { articles: ['title'] }, resource: (record: object) => ({ ...record }) };
      const profiles = [{ profile: defineProfile({ uri: 'https://example.com/p' }), applied: 'always', meta }];
      const url = 'GET /articles/1?fields[articles]=views&include=author';
      const document = await ask({ profiles } as never, url);
      expect([document.data.meta, document.included[0].meta]).toEqual([{ id: '1', title: 'Bikes' }, { id: '7' }]);
      const hiding = { profiles, defaultAccess: 'allow', access: { articles: { fields: () => ['views'] } } };
      expect((await ask(hiding as never, 'GET /articles/1')).data.meta).toBeUndefined();
      const extension = defineExtension({ uri: 'https://example.com/e', namespace: 'e' });
      const members = { needs: { articles: ['title'] }, resource: ({ title }: { title: string }) => ({ title }) };
      const server = serverWith({ extensions: [{ extension, members }] } as never);
      const accept = 'application/vnd.api+json;ext="https://example.com/e"';
      const { body = '' } = await server.handle({
        method: 'GET',
        url: '/articles/1?fields[articles]=views',
        headers: { accept },
      });
      expect(JSON.parse(body).data['e:title']).toBe('Bikes');
    });

    test.each([
      [
        { resources: { articles: { needs: ['titel'] } } },
        'resources.articles.needs: "titel" is not a field of "articles".',
      ],
      [{ resources: { articles: { needs: ['comments'] } } }, 'must not list `comments`, because it is a to-many'],
      [
        {
          profiles: [
            { profile: defineProfile({ uri: 'https://example.com/p' }), meta: { needs: { articles: 'title' } } },
          ],
        },
        'profiles[0].meta.needs.articles must be an array',
      ],
      [
        { profiles: [{ profile: defineProfile({ uri: 'https://example.com/p' }), meta: { needs: { article: [] } } }] },
        'article',
      ],
    ])('a wrong list is rejected: %j', (options, message) => {
      expect(() => serverWith(options as never)).toThrow(message);
    });

    test('a to-one relationship whose links other rows store is rejected', () => {
      const { articles, ...others } = blogSources();
      const storage = { ...articles.storage, author: { storedIn: 'related' } } as const;
      const sources = { ...others, articles: { ...articles, storage } };
      const create = (options: object) => () => createServer(blog, sources, options as never);
      const message = 'must not list `author`, because records of "articles" do not contain it';
      expect(create({ resources: { articles: { needs: ['author'] } } })).toThrow(`resources.articles.needs ${message}`);
      const profile = defineProfile({ uri: 'https://example.com/p' });
      expect(create({ profiles: [{ profile, meta: { needs: { articles: ['author'] } } }] })).toThrow(
        `profiles[0].meta.needs.articles ${message}`,
      );
    });
  });

  test('a related record that a record contains is reduced to its identity if fields are hidden', async () => {
    const authors: unknown[] = [];
    const seen = (record: AnyDocument) => {
      authors.push(record['author']);
      return undefined;
    };
    const list = () => ({ records: [{ id: '1', title: 'A', author: { id: '7', name: 'secret' } }] });
    const server = createServer(blog, withRest(blog, { articles: { list }, people: blogSources().people }), {
      defaultAccess: 'allow',
      access: { people: { fields: () => [] } },
      resources: { articles: { needs: ['author'], meta: seen } },
    } as never);
    expect((await send(server, 'GET /articles')).status).toBe(200);
    expect(authors).toEqual([{ type: 'people', id: '7' }]);
  });

  test.each([
    ['without rules', undefined],
    ['if fields are hidden', { articles: { fields: () => ['title', 'author'] } }],
  ])('a related record that its source loaded with its parent is reduced to its identity %s', async (_, access) => {
    const authors: unknown[] = [];
    const seen = (record: AnyDocument) => void authors.push(record['author']);
    const author = { id: '7', name: 'secret' };
    const list = () => ({ records: [{ id: '1', title: 'A', views: 1, author }] });
    const server = createServer(
      blog,
      withRest(blog, { articles: { list, loadsIncludes: true }, people: blogSources().people }),
      {
        ...(access && { defaultAccess: 'allow', access }),
        resources: { articles: { needs: ['author'], meta: seen } },
      } as never,
    );
    const { status, document } = await send(server, 'GET /articles?include=author');
    const identifier = { type: 'people', id: '7' };
    expect([status, document.included[0].attributes, authors]).toEqual([200, { name: 'secret' }, [identifier]]);
  });
});
