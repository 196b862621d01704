// biome-ignore-all lint/suspicious/noAssignInExpressions: each line breaks one thing
import {
  type Any,
  asked,
  askedJson,
  at,
  both,
  document,
  goodDocument,
  instead,
  isCollection,
  isGet,
  isPatch,
  isRelationship,
  listed,
  reply,
  type Sabotage,
} from './sabotage.ts';
import { any, jsonOf, updating } from './writes.ts';

/** Servers that no case saw for long. */
export const unseenSabotage: readonly Sabotage[] = [
  {
    name: 'an error of a GET has a pointer',
    row: 'ERR-15',
    handle: document(isGet, (it) => {
      for (const error of it.errors ?? []) error.source = { pointer: '/data' };
    }),
  },
  {
    name: 'self of a resource leads to another one',
    row: 'RES-17',
    handle: goodDocument(both(isGet, isCollection), (it) => {
      const [first, second] = listed(it);
      if (first && second) first.links = second.links;
    }),
  },
  {
    name: 'self of an included resource leads to another one',
    row: 'RES-17',
    handle: goodDocument(isGet, (it) => {
      const [first, second] = it.included ?? [];
      if (first && second) first.links = second.links;
    }),
  },
  {
    name: 'next leads to itself',
    row: 'PAG-03',
    handle: goodDocument(both(isGet, isCollection), (it, request) => {
      const { pathname, search } = new URL(request.url);
      it.links = { ...it.links, next: `${pathname}${search}` };
    }),
  },
  {
    name: 'linkage has another type',
    row: 'RES-07',
    handle: goodDocument(isGet, (it) => {
      for (const resource of [...listed(it), ...(it.included ?? [])] as Any[]) {
        if (resource.relationships?.author?.data) resource.relationships.author.data.type = 'tags';
      }
    }),
  },
  {
    name: 'a number as id of an update is accepted',
    row: 'RES-03',
    handle: askedJson(updating, (body) => {
      if (typeof body.data?.id === 'number') body.data.id = String(body.data.id);
    }),
  },
  {
    name: 'a repeated sort is accepted',
    row: 'QRY-13',
    handle: asked(any, (request) => ({ url: request.url.replace(/(\?sort=[^&]*)&sort=[^&]*/, '$1') })),
  },
  {
    name: 'an identifier of another type is accepted',
    row: 'RUP-01',
    handle: instead(both(isPatch, isRelationship), async (request) => {
      const type = (await jsonOf(request))?.data?.type;
      return /author$/.test(request.url) && typeof type === 'string' && type !== 'people'
        ? new Response(null, { status: 204 })
        : undefined;
    }),
  },
  {
    name: 'the root document has no data',
    row: 'DOC-02',
    handle: instead(at(/^\/api\/?$/), async () => reply(200, { links: {} })),
  },
  {
    name: 'a link of the root document leads nowhere',
    row: 'FET-05',
    handle: instead(at(/^\/api\/?$/), async () => reply(200, { meta: {}, links: { self: '/api/nowhere' } })),
  },
];
