// biome-ignore-all lint/suspicious/noAssignInExpressions: each line breaks one thing
// biome-ignore-all lint/performance/noDelete: members must be absent
import {
  type Any,
  asked,
  at,
  both,
  every,
  goodDocument,
  has,
  ignoring,
  instead,
  isCollection,
  isGet,
  isRelated,
  isRelationship,
  isResource,
  listed,
  pathOf,
  reply,
  type Sabotage,
  status,
} from './sabotage.ts';

const any = (): boolean => true;
const drop = (object: Any, name: string): void => {
  delete object?.[name];
};
const queryOf = (request: Request, name: string): string => new URL(request.url).searchParams.get(name) ?? '';
const toEach = (parsed: Any, change: (resource: Any) => unknown): void =>
  every([...listed(parsed), ...(parsed.included ?? [])], change);

/** Servers whose reads are broken. */
export const readingSabotage: readonly Sabotage[] = [
  {
    name: 'a missing resource is null',
    row: 'FET-08',
    handle: instead(both(isGet, isResource), async (request, forward) =>
      (await forward(request.clone() as Request)).status === 404 ? reply(200, { data: null }) : undefined,
    ),
  },
  { name: 'a missing resource gets 400', row: 'FET-08', handle: status(both(isGet, isResource), 404, 400) },
  {
    name: 'an unknown relationship is empty',
    row: 'FET-09',
    handle: instead(both(isGet, isRelationship), async (request, forward) =>
      (await forward(request.clone() as Request)).status === 404 ? reply(200, { data: [] }) : undefined,
    ),
  },
  {
    name: 'related of an empty to-one gets 404',
    row: 'REL-08',
    handle: instead(both(isGet, isRelated), async (request, forward) =>
      (await (await forward(request.clone() as Request)).json()).data === null
        ? reply(404, { errors: [{ status: '404' }] })
        : undefined,
    ),
  },
  {
    name: 'a collection of one is an object',
    row: 'DOC-09',
    handle: goodDocument(both(isGet, isCollection), (it) => it.data.length === 1 && (it.data = it.data[0])),
  },
  {
    name: 'a resource is an array',
    row: 'FET-02',
    handle: goodDocument(both(isGet, isResource), (it) => (it.data = [it.data])),
  },
  {
    name: 'related returns identifiers',
    row: 'FET-03',
    handle: goodDocument(both(isGet, isRelated), (it) => Array.isArray(it.data) && (it.data = 'x')),
  },
  {
    name: 'a relationship returns resources',
    row: 'REL-11',
    handle: goodDocument(both(isGet, isRelationship), (it) => every(listed(it), (each) => (each.attributes = {}))),
  },
  {
    name: 'an empty collection is null',
    row: 'FET-07',
    handle: goodDocument(both(isGet, isCollection), (it) => (it.data = null)),
  },
  {
    name: 'self of resources leads nowhere',
    row: 'FET-05',
    handle: goodDocument(any, (it) => every(listed(it), (each) => each.links && (each.links.self += '/x'))),
  },
  {
    name: 'self of relationships leads nowhere',
    row: 'FET-06',
    handle: goodDocument(any, (it) =>
      toEach(it, (each) => every(Object.values<Any>(each.relationships ?? {}), (one) => (one.links.self += 'x'))),
    ),
  },
  {
    name: 'self of included resources leads nowhere',
    row: 'RES-17',
    handle: goodDocument(any, (it) => every(it.included ?? [], (each: Any) => (each.links.self += 'x'))),
  },
  {
    name: 'related links lead nowhere',
    row: 'FET-05',
    handle: goodDocument(any, (it) =>
      toEach(it, (each) => every(Object.values<Any>(each.relationships ?? {}), (one) => (one.links.related += 'x'))),
    ),
  },
  {
    name: 'a resource differs at its own URL',
    row: 'RES-07',
    handle: goodDocument(both(isGet, isResource), (it) =>
      every(Object.keys(it.data.attributes ?? {}), (name) => (it.data.attributes[name] = 'other')),
    ),
  },
  {
    name: 'a collection repeats a resource',
    row: 'CMP-05',
    handle: goodDocument(both(isGet, isCollection), (it) => it.data[0] && it.data.push(it.data[0])),
  },
  {
    name: 'a collection has another type',
    row: 'RES-09',
    handle: goodDocument(both(isGet, isCollection), (it) =>
      every(it.data, (each: Any) => (each.type = each.type.replace(/s$/, ''))),
    ),
  },
  {
    name: 'include without intermediates',
    row: 'INC-06',
    handle: goodDocument(
      has(/^include$/),
      (it, request) =>
        queryOf(request, 'include').includes('.') &&
        (it.included = (it.included ?? []).filter((each: Any) => each.type !== 'comments')),
    ),
  },
  {
    name: 'an included resource appears twice',
    row: 'CMP-05',
    handle: goodDocument(has(/^include$/), (it) => it.included?.[0] && it.included.push(it.included[0])),
  },
  {
    name: 'more is included than requested',
    row: 'INC-05',
    handle: goodDocument(has(/^include$/), (it) => it.included?.push({ type: 'tags', id: '99' })),
  },
  {
    name: 'unknown include paths are ignored',
    row: 'INC-07',
    handle: ignoring((request) => /conformanceUnknown/.test(request.url), /^include$/),
  },
  {
    name: 'no included when it is empty',
    row: 'INC-04',
    handle: goodDocument(any, (it) => it.included?.length === 0 && drop(it, 'included')),
  },
  { name: 'include is ignored', row: 'INC-04', handle: ignoring(any, /^include$/) },
  {
    name: 'an included resource is left out',
    row: 'INC-04',
    handle: goodDocument(has(/^include$/), (it) => (it.included = (it.included ?? []).slice(1))),
  },
  {
    name: 'an empty include includes',
    row: 'INC-03',
    handle: asked(
      (request) => /include=$/.test(request.url),
      (request) => ({
        url: request.url.replace(/include=$/, `include=${pathOf(request).includes('people') ? 'friend' : 'author'}`),
      }),
    ),
  },
  {
    name: 'linkage of includes is not shown',
    row: 'CMP-03',
    handle: goodDocument(has(/^include$/), (it) =>
      toEach(it, (each) => every(Object.values<Any>(each.relationships ?? {}), (one) => drop(one, 'data'))),
    ),
  },
  {
    name: 'primary data is included again',
    row: 'CMP-07',
    handle: goodDocument(has(/^include$/), (it) => it.included?.push(...listed(it).slice(0, 1))),
  },
  { name: 'fields is ignored', row: 'FLD-03', handle: ignoring(any, /^fields/) },
  {
    name: 'fields hides no relationships',
    row: 'FLD-04',
    handle: goodDocument(has(/^fields/), (it) =>
      every(listed(it), (each) => (each.relationships ??= { extra: { links: { self: '/api/x' } } })),
    ),
  },
  {
    name: 'empty fields shows all',
    row: 'FLD-02',
    handle: ignoring((request) => /fields[^&]*=(&|$)/.test(request.url), /^fields/),
  },
  {
    name: 'fields removes the type',
    row: 'RES-21',
    handle: goodDocument(has(/^fields/), (it) => every(listed(it), (each) => drop(each, 'type'))),
  },
  {
    name: 'fields does not apply to included resources',
    row: 'FLD-01',
    handle: goodDocument(has(/^fields/), (it) =>
      every(it.included ?? [], (each: Any) => (each.attributes = { ...each.attributes, more: 1 })),
    ),
  },
  { name: 'sort is ignored', row: 'SRT-06', handle: ignoring((request) => !/conformance/.test(request.url), /^sort$/) },
  {
    name: 'descending is ignored',
    row: 'SRT-04',
    handle: asked(any, (request) => ({ url: request.url.replace('sort=-', 'sort=') })),
  },
  {
    name: 'unknown sort fields are ignored',
    row: 'SRT-05',
    handle: ignoring((request) => /sort=[^&]*conformance/.test(request.url), /^sort$/),
  },
  {
    name: 'the second sort field is ignored',
    row: 'SRT-03',
    handle: asked(has(/^sort$/), (request) => ({
      url: request.url.replace(/sort=views(%2C|,)title/, 'sort=views,-title'),
    })),
  },
  {
    name: 'pages overlap',
    row: 'PAG-04',
    handle: goodDocument(
      any,
      (it) =>
        typeof it.links?.next === 'string' &&
        (it.links.next = it.links.next.replace(/offset%5D=\d+|number%5D=\d+/, (text: string) =>
          text.replace(/\d+$/, '0'),
        )),
    ),
  },
  {
    name: 'the first page has prev',
    row: 'PAG-03',
    handle: goodDocument(has(/^page/), (it) => it.links && (it.links.prev = it.links.self)),
  },
  { name: 'next is missing', row: 'PAG-02', handle: goodDocument(any, (it) => drop(it.links, 'next')) },
  {
    name: 'page links drop parameters',
    row: 'DOC-20',
    handle: goodDocument(
      any,
      (it) => typeof it.links?.next === 'string' && (it.links.next = it.links.next.replace(/fields[^&]*&?/, '')),
    ),
  },
  {
    name: 'the page size is ignored',
    row: 'PAG-01',
    handle: ignoring((request) => /size%5D=1(&|$)/.test(request.url), /^page\[size/),
  },
  {
    name: 'an invalid page size is ignored',
    row: 'QRY-13',
    handle: ignoring((request) => /size%5D=(x|0|-1)/.test(request.url), /^page/),
  },
  { name: 'reserved parameters are ignored', row: 'QRY-05', handle: ignoring(any, /^conformance/) },
  { name: 'illegal names are ignored', row: 'QRY-03', handle: ignoring(any, /^(_|-)/) },
  {
    name: 'plain brackets mean something else',
    row: 'QRY-10',
    handle: ignoring((request) => /fields\[/.test(request.url), /^fields/),
  },
  { name: 'unknown page members are ignored', row: 'QRY-01', handle: ignoring(any, /^page\[conformance/) },
  {
    name: 'self has no query',
    row: 'DOC-17',
    handle: goodDocument(
      any,
      (it) => typeof it.links?.self === 'string' && (it.links.self = it.links.self.split('?')[0]),
    ),
  },
  { name: 'extension parameters always count', row: 'QRY-11', handle: ignoring(any, /^conformance:/) },
  { name: 'an unknown filter is ignored', row: 'FIL-01', handle: ignoring(any, /^filter\[conformance/) },
  {
    name: 'the related link changes',
    row: 'REL-09',
    handle: (() => {
      let count = 0;
      return goodDocument(both(isGet, at(/^\/api\/articles\/[^/]+$/)), (it) =>
        every(Object.values<Any>(it.data?.relationships ?? {}), (one) => (one.links.related += `?v=${count++}`)),
      );
    })(),
  },
];
