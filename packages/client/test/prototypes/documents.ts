/** Responses of a scripted server. They contain only the members that a server must send, or all of them. */

const linkage = [{ type: 'comments', id: '5' }, { type: 'comments', lid: 'x' }, { id: '6' }, null];
const bare = { data: { type: 'articles', id: '1' } };
const full = {
  jsonapi: { version: '1.1' },
  links: { self: '/api/articles/1', related: { href: '/api/articles/1/x' } },
  meta: { page: { total: 3 }, text: 'x' },
  data: {
    type: 'articles',
    id: '1',
    attributes: { title: 'First', tags: ['a'], address: {} },
    relationships: { author: { data: { type: 'people', id: '9' } }, comments: { data: linkage }, none: {}, nil: null },
    links: {},
    meta: {},
  },
  included: [{ type: 'people', id: '9', attributes: { name: 'Dan' } }, { type: 'comments', id: '5' }, {}],
};
const job = { data: { type: 'jobs', id: '1', attributes: { status: 'running' }, links: { self: '/api/jobs/1' } } };
const errors = [
  { status: '422', code: 'X', title: 'T', detail: 'D', source: { pointer: '/data/attributes/title' } },
  { status: '422', source: { parameter: 'sort' } },
  { source: { header: 'If-Match' } },
  { source: {} },
  {},
];

interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The responses by method and path. Those to the same request follow each other; the last one comes again and again. */
const responses: ReadonlyMap<string, readonly Scripted[]> = new Map<string, readonly Scripted[]>([
  ['GET articles/1', [{ body: full, headers: { ETag: '"1"' } }, { status: 304 }]],
  ['GET articles/2', [{ body: bare }]],
  ['GET articles/3', [{ status: 404, body: { errors } }]],
  ['GET articles/4', [{ status: 400, body: { errors: [] } }]],
  ['GET articles/5', [{ status: 302, headers: { Location: '/api/articles/2' } }]],
  ['GET articles/6', [{ status: 503, headers: { 'Retry-After': '0' } }, { body: bare }]],
  ['GET articles/7', [{ body: {} }]],
  ['GET articles/8', [{ body: 'x', headers: { 'Content-Type': 'text/html' } }]],
  ['GET articles', [{ body: { data: [full.data, bare.data], meta: {}, links: { next: '?page=2' } } }]],
  ['GET articles?page=2', [{ body: { data: [bare.data], links: { prev: { href: '/api/articles' }, next: {} } } }]],
  ['GET people', [{ body: { data: [] } }]],
  ['GET articles/1/author', [{ body: { data: null } }]],
  ['GET articles/1/comments', [{ body: { data: linkage } }]],
  ['GET articles/1/relationships/comments', [{ body: { data: linkage } }]],
  ['POST articles', [{ status: 201, body: full }]],
  ['POST people', [{ status: 422, body: { errors } }]],
  ['POST markers', [{ status: 202, body: job, headers: { 'Retry-After': '0' } }]],
  ['POST comments', [{ status: 202, body: bare }]],
  [
    'GET jobs/1',
    [
      { body: job, headers: { 'Retry-After': '0' } },
      { status: 303, headers: { Location: '/api/articles/2' } },
    ],
  ],
  ['PATCH articles/1', [{ body: bare }]],
  ['PATCH articles/2', [{ status: 204 }]],
  ['POST operations', [{ body: { 'atomic:results': [full, bare, {}, { data: null }] } }, { status: 204 }]],
]);

/** Returns the response to a request, which is the one of this number with its method and path. */
export function responseTo(path: string, number: number): Response {
  const list = responses.get(path) ?? responses.get(path.replace(/\?(?!page=).*/, '')) ?? [{ status: 204 }];
  const { status = 200, headers, body } = list[number] ?? list.at(-1) ?? {};
  const mediaType = body === undefined ? {} : { 'Content-Type': 'application/vnd.api+json' };
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { ...mediaType, ...headers },
  });
}
