import type { Server } from '@linkage/server';
import { type Any, changed, isCollection, isResource, media, pathOf, remade, reply } from '../sabotage/sabotage.ts';
import { type Broken, PRODUCTION, textOf } from './two-hosts.ts';

/** A server that would lose data by careless requests. */
export interface BrokenServer {
  readonly name: string;
  /** Creates the behavior of one run. */
  readonly create: () => Broken;
}

const isCreate = (request: Request): boolean => request.method === 'POST' && isCollection(request);
const typeAt = (request: Request): string => pathOf(request).split('/')[2] ?? '';
const bodyOf = async (request: Request): Promise<Any> => JSON.parse((await request.clone().text()) || 'null');

async function rows(server: Server, type: string): Promise<readonly Any[]> {
  const { body } = await server.handle({ method: 'GET', url: `/${type}?page[size]=100`, headers: {} });
  return JSON.parse(String(body)).data;
}

async function removeAll(server: Server, type: string): Promise<void> {
  for (const { id } of await rows(server, type)) {
    await server.handle({ method: 'DELETE', url: `/${type}/${id}`, headers: {} });
  }
}

const always =
  (create: Broken): (() => Broken) =>
  () =>
    create;

/** Changes the headers and the text of responses to create requests. */
const created =
  (change: (response: Response, type: string) => Response | Promise<Response>): Broken =>
  async (request, forward) => {
    const response = await forward(request);
    return isCreate(request) && response.status === 201 ? change(response, typeAt(request)) : response;
  };

/** The row that has the value of the first attribute of a create request. */
async function sameRow(server: Server, request: Request): Promise<Any> {
  const [name, value] = Object.entries((await bodyOf(request))?.data?.attributes ?? {}).at(0) ?? [];
  if (name === undefined) return undefined;
  return (await rows(server, typeAt(request))).find(({ attributes }) => attributes[name] === value);
}

/** Answers after a number of requests. */
const after = (count: number, answer: () => Response): (() => Broken) => {
  return () => {
    let seen = 0;
    return async (request, forward) => (++seen > count ? answer() : forward(request));
  };
};

/** Servers with wrong links. */
const links: readonly BrokenServer[] = [
  {
    name: 'all links lead to another host',
    create: always(async (request, forward) =>
      textOf(await forward(request), (text) => text.replaceAll('"/api/', `"${PRODUCTION}/`)),
    ),
  },
  {
    name: '`Location` leads to another host',
    create: always(created((response) => remadeLocation(response, (path) => path.replace('/api', PRODUCTION)))),
  },
  {
    name: 'all links lead above the base path',
    create: always(async (request, forward) =>
      textOf(await forward(request), (text) => text.replaceAll('"/api/', '"/old/')),
    ),
  },
  {
    name: 'all links leave the base path by dots',
    create: always(async (request, forward) =>
      textOf(await forward(request), (text) => text.replaceAll('"/api/', '"/api/..%2fold/')),
    ),
  },
  {
    name: '`Location` leads to a row that was there',
    create: always(created((response, type) => remadeLocation(response, () => `/api/${type}/1`))),
  },
  {
    name: '`Location` leads to a row that was there, and there is no document',
    create: always(created((_, type) => new Response(null, { status: 201, headers: { location: `/api/${type}/57` } }))),
  },
  {
    name: '`Location` leads to the collection',
    create: always(created((response, type) => remadeLocation(response, () => `/api/${type}/`))),
  },
  {
    name: 'all links of a new resource lead to a row that was there',
    create: always(
      created((response, type) =>
        textOf(response, (text) => text.replaceAll(/"\/api\/\w+\/[^/"]+/g, `"/api/${type}/1`)),
      ),
    ),
  },
  {
    name: 'links of relationships lead to a row that was there',
    create: always(async (request, forward) =>
      textOf(await forward(request), (text) =>
        text.replaceAll(/"\/api\/(\w+)\/[^/"]+\/relationships\//g, '"/api/$1/1/relationships/'),
      ),
    ),
  },
  {
    name: 'every GET of a resource is redirected to another host',
    create: always(async (request, forward) =>
      request.method === 'GET' && isResource(request)
        ? Response.redirect(`${PRODUCTION}${pathOf(request).slice(4)}`, 307)
        : forward(request),
    ),
  },
  {
    name: 'every write is redirected to another host',
    create: always(async (request, forward) =>
      request.method === 'GET' ? forward(request) : Response.redirect(`${PRODUCTION}${pathOf(request).slice(4)}`, 308),
    ),
  },
  {
    name: '`next` never ends',
    create: always(async (request, forward) => {
      const response = await forward(request);
      if (request.method !== 'GET' || !isCollection(request) || response.status !== 200) return response;
      const document: Any = await response.json();
      const page = Number(new URL(request.url).searchParams.get('page[number]') ?? '1') + 1;
      const next = `/api/${typeAt(request)}?page%5Bnumber%5D=${page}`;
      return remade(response, JSON.stringify({ ...document, links: { ...document.links, next } }));
    }),
  },
];

/** Removes all rows with a method that does not fit a collection. */
const emptiedBy = (methods: readonly string[], options: () => Response): (() => Broken) =>
  always(async (request, forward, server) => {
    if (request.method === 'OPTIONS') return options();
    if (!methods.includes(request.method) || !/^\/api\/[^/]+\/?$/.test(pathOf(request))) return forward(request);
    await removeAll(server, typeAt(request));
    return new Response(null, { status: 204 });
  });

function remadeLocation(response: Response, change: (path: string) => string): Response {
  const path = response.headers.get('location') ?? '';
  return new Response(response.body, {
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), location: change(path) },
  });
}

/** Servers that return, change, or delete rows that were there. */
export const rowsThatWereThere: readonly BrokenServer[] = [
  ...[200, 201].flatMap((status) =>
    ['1', '57'].map((id) => ({
      name: `a create request returns row ${id} with ${status}`,
      create: always(async (request, forward, server) => {
        if (!isCreate(request)) return forward(request);
        const { body } = await server.handle({ method: 'GET', url: `/${typeAt(request)}/${id}`, headers: {} });
        return new Response(String(body), {
          status,
          headers: { 'content-type': media, location: `/api/${typeAt(request)}/${id}` },
        });
      }),
    })),
  ),
  {
    name: 'a create request finds the row with its first attribute, or creates one',
    create: always(async (request, forward, server) => {
      const row = isCreate(request) ? await sameRow(server, request) : undefined;
      if (row === undefined) return forward(request);
      return new Response(JSON.stringify({ data: row }), {
        status: 201,
        headers: { 'content-type': media, location: `/api/${row.type}/${row.id}` },
      });
    }),
  },
  {
    name: 'a create request finds the row with its first attribute, and a second one like it gets 409',
    create: () => {
      const seen = new Set<string>();
      return async (request, forward, server) => {
        if (!isCreate(request)) return forward(request);
        const text = await request.clone().text();
        if (seen.has(text)) return reply(409, { errors: [{ status: '409' }] });
        seen.add(text);
        const row = await sameRow(server, request);
        if (row === undefined) return forward(request);
        const headers = { 'content-type': media, location: `/api/${row.type}/${row.id}` };
        return new Response(JSON.stringify({ data: row }), { status: 201, headers });
      };
    },
  },
  {
    name: 'a create request changes the row with its first attribute, or creates one',
    create: always(async (request, forward, server) => {
      const row = isCreate(request) ? await sameRow(server, request) : undefined;
      if (row === undefined) return forward(request);
      const { attributes } = (await bodyOf(request)).data;
      const document = { data: { type: row.type, id: row.id, attributes } };
      const headers = { 'content-type': media };
      await server.handle({ method: 'PATCH', url: `/${row.type}/${row.id}`, headers, body: JSON.stringify(document) });
      return reply(201, { data: { ...row, attributes } });
    }),
  },
  {
    name: 'a create request whose `id` exists replaces that row',
    create: always(async (request, forward, server) => {
      const id = isCreate(request) ? (await bodyOf(request).catch(() => null))?.data?.id : undefined;
      if (typeof id !== 'string') return forward(request);
      await server.handle({ method: 'DELETE', url: `/${typeAt(request)}/${id}`, headers: {} });
      return forward(request);
    }),
  },
  {
    name: 'an update of a resource that does not exist creates it',
    create: always(async (request, forward, server) => {
      const response = await forward(request.clone() as Request);
      if (request.method !== 'PATCH' || response.status !== 404 || !/^\/api\/people\/[^/]+$/.test(pathOf(request)))
        return response;
      const { data } = await bodyOf(request);
      const headers = { 'content-type': media };
      const made = await server.handle({ method: 'POST', url: '/people', headers, body: JSON.stringify({ data }) });
      return new Response(made.body as string, { status: 200, headers: { 'content-type': media } });
    }),
  },
];

/** Servers that lose a whole collection. */
const collections: readonly BrokenServer[] = [
  ...['PUT', 'DELETE', 'PATCH'].map((method) => ({
    name: `${method} of a collection removes all rows`,
    // An API that does not say which methods it has.
    create: emptiedBy([method], () => new Response(null, { status: 404 })),
  })),
  ...['', 'OPTIONS', '*'].map((allow) => ({
    name: `PUT of a collection removes all rows, and every \`Allow\` is "${allow}"`,
    create: emptiedBy(['PUT', 'DELETE', 'PATCH'], () => new Response(null, { headers: { allow } })),
  })),
  {
    name: 'new resources have an empty id, and DELETE with a slash at the end removes all rows',
    create: always(async (request, forward, server) => {
      if (request.method === 'DELETE' && /^\/api\/\w+\/$/.test(pathOf(request))) {
        await removeAll(server, typeAt(request));
        return new Response(null, { status: 204 });
      }
      const response = await forward(request);
      if (!isCreate(request) || response.status !== 201) return response;
      const document: Any = await response.json();
      return reply(201, { data: { type: document.data.type, id: '', attributes: document.data.attributes } });
    }),
  },
  {
    name: 'every URL is redirected to one with a slash at the end',
    create: always(async (request, forward, server) => {
      const url = new URL(request.url);
      if (!url.pathname.endsWith('/')) return Response.redirect(`${url.origin}${url.pathname}/${url.search}`, 301);
      if (request.method === 'DELETE' && /^\/api\/\w+\/$/.test(url.pathname)) await removeAll(server, typeAt(request));
      url.pathname = url.pathname.slice(0, -1);
      return forward(new Request(url, request));
    }),
  },
  ...['no-target', 'ref-without-id'].map((name) => ({
    name: `a removal (${name}) removes all rows`,
    create: always(async (request, forward, server) => {
      const operations = pathOf(request).endsWith('/operations') ? await bodyOf(request).catch(() => null) : null;
      const list: readonly Any[] = Array.isArray(operations?.['atomic:operations'])
        ? operations['atomic:operations']
        : [];
      for (const operation of list) {
        const { op, ref, data, href } = operation ?? {};
        if (
          op === 'remove' &&
          href === undefined &&
          (ref ?? data)?.id === undefined &&
          (ref ?? data)?.lid === undefined
        )
          await removeAll(server, ref?.type ?? 'articles');
      }
      return forward(request);
    }),
  })),
  {
    name: 'a removal ignores `type` beside `id`, and `ref` beside `href`',
    create: always(async (request, forward, server) => {
      const operations = pathOf(request).endsWith('/operations') ? await bodyOf(request).catch(() => null) : null;
      const list: readonly Any[] = Array.isArray(operations?.['atomic:operations'])
        ? operations['atomic:operations']
        : [];
      for (const operation of list) {
        if (operation?.op !== 'remove') continue;
        const id = operation.ref?.id;
        if (id !== undefined && (operation.ref.type === undefined || operation.href !== undefined))
          await server.handle({ method: 'DELETE', url: `/articles/${id}`, headers: {} });
      }
      return forward(request);
    }),
  },
];

/** Servers that stop to answer. */
const answers: readonly BrokenServer[] = [
  { name: 'all requests get 401', create: after(0, () => reply(401, { errors: [{ status: '401' }] })) },
  { name: 'requests get 401 after a while', create: after(60, () => reply(401, { errors: [{ status: '401' }] })) },
  { name: 'requests get 401 in the middle', create: after(900, () => reply(401, { errors: [{ status: '401' }] })) },
  {
    name: 'requests get 429',
    create: after(700, () => new Response(null, { status: 429, headers: { 'retry-after': '1' } })),
  },
  {
    name: 'create requests are carried out, but not answered',
    create: always(async (request, forward) => {
      const response = await forward(request);
      return isCreate(request) ? new Promise<Response>(() => undefined) : response;
    }),
  },
  {
    name: 'some create requests are carried out, and get 503 with `Retry-After`',
    create: () => {
      let count = 0;
      return async (request, forward) => {
        const response = await forward(request);
        return isCreate(request) && ++count % 10 < 3
          ? new Response(null, { status: 503, headers: { 'retry-after': '0' } })
          : response;
      };
    },
  },
  ...[400, 500].map((status) => ({
    name: `create requests with a query are carried out, and get ${status}`,
    create: always(async (request, forward) => {
      const { search } = new URL(request.url);
      if (!isCreate(request) || search === '') return forward(request);
      await forward(await changed(request, { url: request.url.slice(0, -search.length) }));
      return reply(status, { errors: [{ status: String(status) }] });
    }),
  })),
  {
    name: 'deletions are rejected',
    create: always(async (request, forward) =>
      request.method === 'DELETE' && isResource(request) ? new Response(null, { status: 403 }) : forward(request),
    ),
  },
  {
    name: 'the first deletion of each resource gets 404, and is not carried out',
    create: () => {
      const tried = new Set<string>();
      return async (request, forward) => {
        if (request.method !== 'DELETE' || !isResource(request) || tried.has(request.url)) return forward(request);
        tried.add(request.url);
        return reply(404, { errors: [{ status: '404' }] });
      };
    },
  },
  {
    name: 'deletions are confirmed, but not carried out',
    create: always(async (request, forward) =>
      request.method === 'DELETE' && isResource(request) ? new Response(null, { status: 204 }) : forward(request),
    ),
  },
  {
    name: 'updates of to-one relationships have no effect, and DELETE deletes what is related',
    create: always(async (request, forward, server) => {
      const isToOne = /\/relationships\/(author|friend)$/.test(pathOf(request));
      if (!isToOne || !['PATCH', 'DELETE'].includes(request.method)) return forward(request);
      const named = request.method === 'DELETE' ? (await bodyOf(request).catch(() => null))?.data : [];
      for (const { type, id } of Array.isArray(named) ? named : [])
        await server.handle({ method: 'DELETE', url: `/${type}/${id}`, headers: {} });
      return new Response(null, { status: 204 });
    }),
  },
  {
    name: 'relationships take ids without a type',
    create: always(async (request, forward) => {
      const match = /^\/api\/articles\/[^/]+\/relationships\/(comments|tags)$/.exec(pathOf(request));
      if (match === null || request.method === 'GET') return forward(request);
      const body = await bodyOf(request).catch(() => null);
      if (!Array.isArray(body?.data)) return forward(request);
      const data = body.data.map((each: Any) => ({ type: match[1], id: String(each?.id ?? each) }));
      return forward(
        new Request(request.url, { method: request.method, headers: request.headers, body: JSON.stringify({ data }) }),
      );
    }),
  },
];

/** All broken servers. */
export const brokenServers: readonly BrokenServer[] = [...links, ...rowsThatWereThere, ...collections, ...answers];
