import type { HandledTarget, Samples } from '../src/index.ts';
import { blogSamples, blogServer, targetOf } from './blog-target.ts';
import {
  type Any,
  asked,
  at,
  both,
  document,
  errorDocument,
  every,
  type Forward,
  goodDocument,
  has,
  headers,
  instead,
  isCollection,
  isDelete,
  isGet,
  isPatch,
  isPost,
  isResource,
  listed,
  remade,
  reply,
  type Sabotage,
} from './sabotage/sabotage.ts';
import { creating, jsonOf, no, updating } from './sabotage/writes.ts';

const of = (type: string) => at(new RegExp(`^/api/${type}(/|$)`));
const members = at(/^\/api\/articles\/[^/]+\/relationships\/tags$/);

/** Responds with pages of a fixed size, whose parameter no sample names. Pages begin at multiples of `step`. */
export const paged = (
  type: string,
  step: number,
  isLast: (start: number, count: number) => boolean,
): Sabotage['handle'] =>
  instead(both(isGet, isCollection, of(type)), async (request, forward) => {
    const url = new URL(request.url);
    const start = Number(url.searchParams.get('page[at]') ?? '0');
    url.searchParams.delete('page[at]');
    const response = await forward(new Request(url, { headers: request.headers }));
    if (response.status !== 200) return response;
    const found: Any = await response.json();
    const next = new URL(url);
    next.searchParams.set('page[at]', String(start + step));
    const links = {
      ...found.links,
      next: isLast(start + step, found.data.length) ? null : `${next.pathname}${next.search}`,
    };
    return remade(response, JSON.stringify({ ...found, data: found.data.slice(start, start + 2), links }));
  });

const numbered = (identifier: Any): void => {
  if (identifier?.type === 'tags' && /^\d+$/.test(identifier.id)) identifier.id = Number(identifier.id);
};
const doubled = new Map<string, Any[]>();

/** 22 faults of one server: each must be found although the others are there, and although no sample names the size of a page. */
export const planted: readonly Sabotage[] = [
  {
    name: 'ids of tags are numbers',
    row: 'RES-03',
    handle: document(
      () => true,
      (it) =>
        every([...listed(it), ...(it.included ?? [])], (resource) => {
          numbered(resource);
          for (const { data } of Object.values<Any>(resource.relationships ?? {})) every([data].flat(), numbered);
        }),
    ),
  },
  {
    name: 'collections have a charset',
    row: 'NEG-02',
    handle: headers(both(isGet, isCollection), (fields) =>
      fields.set('content-type', `${fields.get('content-type')}; charset=utf-8`),
    ),
  },
  { name: 'pages of people overlap', row: 'PAG-04', handle: paged('people', 1, (next, count) => next >= count) },
  { name: '`next` of comments never ends', row: 'PAG-03', handle: paged('comments', 2, () => false) },
  {
    name: 'a tag that is there is added again',
    row: 'RUP-04',
    handle: async (request, forward) => {
      if (!members(request)) return forward(request);
      const sent = (await jsonOf(request))?.data;
      const before: Any = await (await forward(new Request(request.url))).json();
      const response = await forward(request.clone() as Request);
      if (isPost(request) && response.status < 300 && Array.isArray(sent)) {
        const again = sent.filter(({ id }) => listed(before).some((each) => String(each.id) === String(id)));
        doubled.set(request.url, [...(doubled.get(request.url) ?? []), ...again]);
      }
      const more = isGet(request) ? (doubled.get(request.url) ?? []) : [];
      if (more.length === 0) return response;
      const shown: Any = await response.json();
      return remade(response, JSON.stringify({ ...shown, data: [...listed(shown), ...more] }));
    },
  },
  {
    name: 'links of people are arrays',
    row: 'LNK-02',
    handle: goodDocument(both(isGet, of('people')), (it) =>
      every(listed(it), (resource) => {
        for (const each of Object.values<Any>(resource.relationships ?? {})) {
          if (each.links?.related !== undefined) each.links.related = [each.links.related];
        }
      }),
    ),
  },
  {
    name: 'a sort by an unknown field is ignored',
    row: 'SRT-05',
    handle: asked(has(/^sort$/), ({ url }) => ({ url: url.replace(/sort=-?conformance[^&]*&?/, '') })),
  },
  {
    name: 'an unknown include path is ignored',
    row: 'INC-07',
    handle: asked(has(/^include$/), ({ url }) => ({ url: url.replace(/include=conformance[^&]*/, 'include=') })),
  },
  {
    name: '`Location` has a query',
    row: 'CRE-07',
    handle: headers(creating, (fields) => {
      const location = fields.get('location');
      if (location !== null) fields.set('location', `${location}?created=1`);
    }),
  },
  {
    name: 'an id that exists gets 200',
    row: 'CRE-14',
    handle: instead(both(creating, of('people')), async (request, forward) => {
      const response = await forward(request.clone() as Request);
      return response.status === 409 ? reply(200, { data: (await jsonOf(request))?.data }) : response;
    }),
  },
  {
    name: 'tags take every type',
    row: 'CRE-15',
    handle: asked(both(creating, of('tags')), async (request) => {
      const body = await jsonOf(request);
      return body?.data?.type === undefined ? {} : { body: JSON.stringify({ data: { ...body.data, type: 'tags' } }) };
    }),
  },
  {
    name: 'an author that does not exist gets 422',
    row: 'CRE-13',
    handle: instead(both(creating, of('comments')), async (request, forward) => {
      const response = await forward(request.clone() as Request);
      return response.status === 404 ? no(422) : response;
    }),
  },
  {
    name: 'an update clears the subtitle that it does not name',
    row: 'UPD-02',
    handle: asked(both(updating, of('articles')), async (request) => {
      const body = await jsonOf(request);
      if (typeof body?.data?.attributes !== 'object' || body.data.attributes === null) return {};
      const attributes = { subtitle: null, ...body.data.attributes };
      return { body: JSON.stringify({ ...body, data: { ...body.data, attributes } }) };
    }),
  },
  {
    name: 'an update with another id gets 422',
    row: 'UPD-12',
    handle: instead(both(isPatch, isResource), async (request, forward) => {
      const response = await forward(request.clone() as Request);
      return response.status === 409 ? no(422) : response;
    }),
  },
  {
    name: 'a comment that is not there cannot be removed',
    row: 'RUP-07',
    handle: instead(both(isDelete, at(/\/relationships\/comments$/)), async (request, forward) => {
      const [first] = (await jsonOf(request))?.data ?? [];
      const now = listed(await (await forward(new Request(request.url))).json());
      return first?.id !== undefined && !now.some(({ id }) => String(id) === String(first.id)) ? no(404) : undefined;
    }),
  },
  {
    name: 'an unknown extension of the request is ignored',
    row: 'NEG-11',
    handle: asked(
      (request) => /ext=/.test(request.headers.get('content-type') ?? ''),
      () => ({ set: { 'content-type': 'application/vnd.api+json' } }),
    ),
  },
  {
    name: 'parameters in `Accept` are ignored',
    row: 'NEG-13',
    handle: asked(
      (request) => /charset/.test(request.headers.get('accept') ?? ''),
      () => ({ set: { accept: '*/*' } }),
    ),
  },
  {
    name: 'the status of errors is a number',
    row: 'ERR-10',
    handle: errorDocument((errors) => every(errors, (each) => Object.assign(each, { status: Number(each.status) }))),
  },
  {
    name: 'fieldsets do not apply to included resources',
    row: 'FLD-03',
    handle: instead(both(isGet, has(/^include$/), has(/^fields\[/)), async (request, forward) => {
      const url = new URL(request.url);
      for (const name of [...url.searchParams.keys()]) if (name.startsWith('fields[')) url.searchParams.delete(name);
      const [response, whole] = [await forward(request), await forward(new Request(url, { headers: request.headers }))];
      if (response.status !== 200) return response;
      const [shown, all]: readonly Any[] = [await response.json(), await whole.json()];
      return remade(response, JSON.stringify({ ...shown, included: all.included }));
    }),
  },
  {
    name: '`meta` of tags is a text',
    row: 'MET-01',
    handle: goodDocument(both(isGet, of('tags')), (it) => Object.assign(it, { meta: 'none' })),
  },
  {
    name: 'the version is a number',
    row: 'JAP-02',
    handle: document(isGet, (it) => Object.assign(it, { jsonapi: { version: 1.1 } })),
  },
  {
    name: 'a comment that does not exist is null',
    row: 'FET-08',
    handle: instead(both(isGet, isResource, of('comments')), async (request, forward) => {
      const response = await forward(request);
      return response.status === 404 ? reply(200, { data: null }) : response;
    }),
  },
];

/** The blog with all faults. */
export function plantedTarget(): HandledTarget {
  const { handle, ...target } = targetOf(blogServer());
  doubled.clear();
  const whole = planted.reduceRight<Forward>(
    (forward, fault) => (request) => fault.handle(request, forward),
    async (request) => handle(request),
  );
  return { ...target, handle: whole };
}

const { pageSize: _, ...others } = blogSamples;
/** The samples of the blog, without the parameter for the size of a page. */
export const plantedSamples: Samples = others;
