// biome-ignore-all lint/suspicious/noAssignInExpressions: each line breaks one thing
// biome-ignore-all lint/performance/noDelete: members must be absent
import {
  type Any,
  both,
  goodDocument,
  instead,
  isDelete,
  isGet,
  isPatch,
  isPost,
  isRelationship,
  media,
  type Sabotage,
} from './sabotage.ts';
import { jsonOf, linkage, no } from './writes.ts';

/** Servers whose writes of relationships are broken. */
export const relationshipSabotage: readonly Sabotage[] = [
  {
    name: 'null does not clear a relationship',
    row: 'RUP-01',
    handle: instead(both(isPatch, isRelationship), async (request) =>
      (await jsonOf(request))?.data === null ? new Response(null, { status: 204 }) : undefined,
    ),
  },
  {
    name: 'replacing adds',
    row: 'RUP-02',
    handle: instead(both(isPatch, isRelationship), async (request, forward) => {
      const { data } = (await jsonOf(request)) ?? {};
      return Array.isArray(data) ? forward(await linkage(request, 'POST', data)) : undefined;
    }),
  },
  {
    name: 'adding replaces',
    row: 'RUP-03',
    handle: instead(both(isPost, isRelationship), async (request, forward) => {
      const { data } = (await jsonOf(request)) ?? {};
      return Array.isArray(data) ? forward(await linkage(request, 'PATCH', data)) : undefined;
    }),
  },
  {
    name: 'a member is added twice',
    row: 'RUP-04',
    handle: goodDocument(
      both(isGet, isRelationship),
      (it) => Array.isArray(it.data) && it.data[0] && it.data.push(it.data[0]),
    ),
  },
  {
    name: 'adding what is there gets 409',
    row: 'RUP-05',
    handle: instead(both(isPost, isRelationship), async (request, forward) => {
      const [first] = (await jsonOf(request))?.data ?? [];
      const now = await (await forward(new Request(request.url))).json();
      return first && Array.isArray(now.data) && now.data.some((each: Any) => each.id === first.id)
        ? no(409)
        : undefined;
    }),
  },
  {
    name: 'the body of DELETE is ignored',
    row: 'RUP-06',
    handle: instead(both(isDelete, isRelationship), async () => new Response(null, { status: 204 })),
  },
  {
    name: 'removing what is not there gets 404',
    row: 'RUP-07',
    handle: instead(both(isDelete, isRelationship), async (request, forward) => {
      const [first] = (await jsonOf(request))?.data ?? [];
      const now = await (await forward(new Request(request.url))).json();
      return first && Array.isArray(now.data) && !now.data.some((each: Any) => each.id === first.id)
        ? no(404)
        : undefined;
    }),
  },
  {
    name: 'removing a member deletes the resource',
    row: 'RUP-08',
    handle: instead(both(isDelete, isRelationship), async (request, forward) => {
      const [first] = (await jsonOf(request))?.data ?? [];
      const response = await forward(request.clone() as Request);
      if (first && response.status === 204)
        await forward(new Request(`http://localhost/api/${first.type}/${first.id}`, { method: 'DELETE' }));
      return response;
    }),
  },
  {
    name: '200 without a document for a relationship',
    row: 'RUP-12',
    handle: async (request, forward) => {
      const response = await forward(request);
      return isRelationship(request) && !isGet(request) && response.status === 204
        ? new Response('', { status: 200, headers: { 'content-type': media } })
        : response;
    },
  },
  {
    name: 'POST on a to-one relationship succeeds',
    row: 'RUP-13',
    handle: async (request, forward) => {
      const response = await forward(request);
      return isRelationship(request) && response.status === 403 ? new Response(null, { status: 204 }) : response;
    },
  },
  {
    name: 'an empty array is rejected',
    row: 'RUP-15',
    handle: instead(isRelationship, async (request) =>
      (await jsonOf(request))?.data?.length === 0 ? no(400) : undefined,
    ),
  },
];
