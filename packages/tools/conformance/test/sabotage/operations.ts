// biome-ignore-all lint/suspicious/noAssignInExpressions: each line breaks one thing
import {
  type Any,
  asked,
  at,
  both,
  changed,
  every,
  goodDocument,
  headers,
  instead,
  isPost,
  media,
  remade,
  reply,
  type Sabotage,
  status,
} from './sabotage.ts';

const atomic = `${media}; ext="https://jsonapi.org/ext/atomic"`;
const endpoint = both(isPost, at(/\/operations$/));
const jsonOf = async (request: Request): Promise<Any> => JSON.parse(await request.clone().text());

/** Servers whose atomic operations are broken. */
export const atomicSabotage: readonly Sabotage[] = [
  {
    name: 'operations before the failed one are kept',
    row: 'ATM-18',
    handle: instead(endpoint, async (request, forward) => {
      const response = await forward(request.clone() as Request);
      if (response.status < 400) return response;
      const body = await jsonOf(request);
      const [first] = Array.isArray(body['atomic:operations']) ? body['atomic:operations'] : [];
      if (first?.op === 'add')
        await forward(await changed(request, { body: JSON.stringify({ 'atomic:operations': [first] }) }));
      return response;
    }),
  },
  {
    name: 'operations change read-only relationships',
    row: 'RUP-13',
    handle: instead(endpoint, async (request, forward) => {
      const [first] = (await jsonOf(request))['atomic:operations'] ?? [];
      return first?.ref?.relationship === 'maker' ? new Response(null, { status: 204 }) : forward(request);
    }),
  },
  {
    name: 'results are in another order',
    row: 'ATM-19',
    handle: goodDocument(endpoint, (it) => it['atomic:results']?.pop()),
  },
  {
    name: 'the result of an addition is empty',
    row: 'ATM-24',
    handle: goodDocument(
      endpoint,
      (it) => it['atomic:results'] && (it['atomic:results'] = it['atomic:results'].map(() => ({}))),
    ),
  },
  {
    name: 'the response does not name the extension',
    row: 'ATM-01',
    handle: headers(endpoint, (fields) => fields.set('content-type', media)),
  },
  {
    name: 'the extension is not needed',
    row: 'ATM-01',
    handle: asked(endpoint, () => ({ set: { 'content-type': atomic } })),
  },
  {
    name: 'the extension applies to every URL',
    row: 'ATM-02',
    handle: async (request, forward) => {
      const isNamed = [request.headers.get('accept'), request.headers.get('content-type')].some((it) =>
        it?.includes('/ext/atomic'),
      );
      if (!isNamed || endpoint(request)) return forward(request);
      const type = request.method === 'GET' ? {} : { 'content-type': media };
      const response = await forward(await changed(request, { set: { accept: media, ...type } }));
      return remade(response, await response.text(), (fields) => fields.set('content-type', atomic));
    },
  },
  { name: 'malformed operations get 422', row: 'ATM-22', handle: status(endpoint, 400, 422) },
  {
    name: 'results stand beside errors',
    row: 'ATM-05',
    handle: instead(endpoint, async (request, forward) => {
      const response = await forward(request);
      if (response.status < 400) return response;
      return reply(response.status, { ...(await response.json()), 'atomic:results': [{}] });
    }),
  },
  {
    name: 'a removal returns data',
    row: 'ATM-26',
    handle: goodDocument(endpoint, (it) =>
      every(it['atomic:results'] ?? [], (result: Any) => (result.data ??= { type: 'articles', id: '1' })),
    ),
  },
];
