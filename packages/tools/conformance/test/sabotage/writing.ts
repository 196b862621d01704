// biome-ignore-all lint/suspicious/noAssignInExpressions: each line breaks one thing
// biome-ignore-all lint/performance/noDelete: members must be absent
import {
  askedJson,
  both,
  changed,
  every,
  goodDocument,
  headers,
  instead,
  isPost,
  pathOf,
  remade,
  reply,
  type Sabotage,
  status,
} from './sabotage.ts';
import { any, creating, deleting, failing, jsonOf, no, updating } from './writes.ts';

/** Servers whose writes are broken. */
export const writingSabotage: readonly Sabotage[] = [
  { name: '200 for a creation', row: 'CRE-05', handle: status(creating, 201, 200) },
  {
    name: '201 without a document',
    row: 'CRE-05',
    handle: async (request, forward) => {
      const response = await forward(request);
      return creating(request) && response.status === 201 ? remade(response, '') : response;
    },
  },
  { name: 'no Location', row: 'CRE-06', handle: headers(creating, (fields) => fields.delete('location')) },
  {
    name: 'Location is not self',
    row: 'CRE-07',
    handle: headers(
      creating,
      (fields) => fields.has('location') && fields.set('location', `http://localhost${fields.get('location')}`),
    ),
  },
  {
    name: 'Location leads nowhere',
    row: 'CRE-06',
    handle: headers(
      creating,
      (fields) => fields.has('location') && fields.set('location', `${fields.get('location')}x`),
    ),
  },
  {
    name: 'ids of clients are dropped in silence',
    row: 'CRE-11',
    handle: askedJson(
      both(creating, (request) => /articles|tags|comments/.test(request.url)),
      (body) => body.data && delete body.data.id && undefined,
    ),
  },
  { name: 'an id that exists gets 422', row: 'CRE-14', handle: status(creating, 409, 422) },
  {
    name: 'another type is accepted',
    row: 'CRE-15',
    handle: instead(creating, async (request, forward) => {
      const body = await jsonOf(request);
      if (typeof body?.data?.type !== 'string') return undefined;
      const type = pathOf(request).split('/')[2];
      return forward(await changed(request, { body: JSON.stringify({ ...body, data: { ...body.data, type } }) }));
    }),
  },
  { name: 'a missing related resource gets 422', row: 'CRE-13', handle: status(creating, 404, 422) },
  {
    name: 'a missing related resource is dropped',
    row: 'CRE-13',
    handle: failing(creating, 404, async (request, forward) => {
      const { data } = await jsonOf(request);
      return forward(await changed(request, { body: JSON.stringify({ data: { ...data, relationships: undefined } }) }));
    }),
  },
  {
    name: 'a failed creation leaves a trace',
    row: 'CRE-04',
    handle: failing(creating, 404, async (request, forward) => {
      const { data } = await jsonOf(request);
      await forward(await changed(request, { body: JSON.stringify({ data: { ...data, relationships: undefined } }) }));
      return no(404);
    }),
  },
  {
    name: 'a 409 says nothing',
    row: 'CRE-16',
    handle: async (request, forward) => {
      const response = await forward(request);
      return response.status === 409 ? reply(409, { errors: [{ status: '409' }] }) : response;
    },
  },
  {
    name: 'malformed JSON gets 500',
    row: 'GEN-01',
    handle: instead(isPost, async (request) => ((await jsonOf(request)) === undefined ? no(500) : undefined)),
  },
  {
    name: 'nothing is stored',
    row: 'CRE-09',
    handle: instead(creating, async (request, forward) => {
      const response = await forward(request.clone() as Request);
      const text = await response.text();
      if (response.status === 201)
        await forward(new Request(`http://localhost${JSON.parse(text).data.links.self}`, { method: 'DELETE' }));
      return remade(response, text);
    }),
  },
  {
    name: 'an array is created',
    row: 'CRE-01',
    handle: askedJson(creating, (body) => (Array.isArray(body.data) ? { data: body.data[0] } : body)),
  },
  {
    name: 'unknown members are rejected',
    row: 'DOC-05',
    handle: instead(any, async (request) => ((await jsonOf(request))?.conformance !== undefined ? no(400) : undefined)),
  },
  {
    name: 'at-members are rejected',
    row: 'NAM-09',
    handle: instead(any, async (request) => ((await request.clone().text()).includes('"@') ? no(422) : undefined)),
  },
  {
    name: 'relationships of a creation are ignored',
    row: 'CRE-03',
    handle: askedJson(creating, (body) => body.data?.relationships && delete body.data.relationships && undefined),
  },
  {
    name: 'absent attributes are cleared',
    row: 'UPD-02',
    handle: askedJson(
      both(updating, (request) => /articles/.test(request.url)),
      (body) =>
        body.data?.attributes &&
        body.data.attributes.subtitle === undefined &&
        typeof body.data.attributes.title === 'string'
          ? { data: { ...body.data, attributes: { ...body.data.attributes, subtitle: null } } }
          : body,
    ),
  },
  { name: 'an update of a missing resource gets 400', row: 'UPD-10', handle: status(updating, 404, 400) },
  {
    name: 'another id in the body is ignored',
    row: 'UPD-12',
    handle: instead(updating, async (request, forward) => {
      const body = await jsonOf(request);
      if (typeof body?.data?.id !== 'string') return undefined;
      return forward(
        await changed(request, { body: JSON.stringify({ data: { ...body.data, id: pathOf(request).split('/')[3] } }) }),
      );
    }),
  },
  {
    name: 'another type in the body is ignored',
    row: 'UPD-12',
    handle: instead(updating, async (request, forward) => {
      const body = await jsonOf(request);
      if (typeof body?.data?.type !== 'string') return undefined;
      return forward(
        await changed(request, {
          body: JSON.stringify({ data: { ...body.data, type: pathOf(request).split('/')[2] } }),
        }),
      );
    }),
  },
  {
    name: 'relationships of an update are ignored',
    row: 'UPD-03',
    handle: askedJson(updating, (body) => body.data?.relationships && delete body.data.relationships && undefined),
  },
  {
    name: 'a failed update is partly done',
    row: 'UPD-04',
    handle: failing(updating, 404, async (request, forward) => {
      const { data } = (await jsonOf(request)) ?? {};
      await forward(await changed(request, { body: JSON.stringify({ data: { ...data, relationships: undefined } }) }));
      return no(404);
    }),
  },
  { name: 'a missing related resource of an update gets 422', row: 'UPD-11', handle: status(updating, 404, 422) },
  {
    name: '200 without a document for an update',
    row: 'UPD-08',
    handle: async (request, forward) => {
      const response = await forward(request);
      return updating(request) && response.status === 200 ? remade(response, '') : response;
    },
  },
  {
    name: 'an update shows old values',
    row: 'UPD-05',
    handle: goodDocument(
      updating,
      (it) =>
        it.data?.attributes && every(Object.keys(it.data.attributes), (name) => (it.data.attributes[name] = 'old')),
    ),
  },
  {
    name: 'an update is not stored',
    row: 'UPD-01',
    handle: instead(updating, async (request, forward) =>
      forward(
        await changed(request, {
          body: JSON.stringify({
            data: { ...(await jsonOf(request))?.data, attributes: undefined, relationships: undefined },
          }),
        }),
      ),
    ),
  },
  {
    name: 'null is ignored',
    row: 'UPD-16',
    handle: askedJson(updating, (body) => {
      for (const [name, value] of Object.entries(body.data?.attributes ?? {}))
        if (value === null) delete body.data.attributes[name];
    }),
  },
  {
    name: 'an update says nothing of the conflict',
    row: 'UPD-14',
    handle: async (request, forward) => {
      const response = await forward(request);
      return updating(request) && response.status === 409 ? reply(409, { errors: [{ status: '409' }] }) : response;
    },
  },
  {
    name: 'DELETE deletes nothing',
    row: 'DEL-03',
    handle: instead(deleting, async () => new Response(null, { status: 204 })),
  },
  { name: 'DELETE of a missing resource succeeds', row: 'DEL-05', handle: status(deleting, 404, 200) },
  {
    name: 'DELETE returns the resource',
    row: 'DEL-02',
    handle: failing(deleting, 204, async () => reply(200, { data: { type: 'articles', id: '1' } })),
  },
];
