// biome-ignore-all lint/suspicious/noAssignInExpressions: each line breaks one thing
// biome-ignore-all lint/performance/noDelete: members must be absent
import {
  type Any,
  askedJson,
  both,
  changed,
  errorDocument,
  every,
  type Forward,
  goodDocument,
  headers,
  instead,
  isCollection,
  isDelete,
  isGet,
  isPatch,
  isPost,
  isRelationship,
  isResource,
  media,
  pathOf,
  remade,
  reply,
  type Sabotage,
  status,
} from './sabotage.ts';

const any = (): boolean => true;
const creating = both(isPost, isCollection);
const updating = both(isPatch, isResource);
const deleting = both(isDelete, isResource);
const no = (code: number) => reply(code, { errors: [{ status: String(code), title: 'No' }] });
const jsonOf = async (request: Request): Promise<Any> => {
  try {
    return JSON.parse(await request.clone().text());
  } catch {
    return undefined;
  }
};
const failing = (
  which: (request: Request) => boolean,
  from: number,
  make: (request: Request, forward: Forward) => Promise<Response>,
): Sabotage['handle'] =>
  instead(which, async (request, forward) => {
    const response = await forward(request.clone() as Request);
    return response.status === from ? make(request, forward) : response;
  });
const linkage = (request: Request, method: string, data: Any) =>
  changed(request, { method, body: JSON.stringify({ data }) });

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
    name: 'unknown members are refused',
    row: 'DOC-05',
    handle: instead(any, async (request) => ((await jsonOf(request))?.conformance !== undefined ? no(400) : undefined)),
  },
  {
    name: 'at-members are refused',
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
    name: 'an empty array is refused',
    row: 'RUP-15',
    handle: instead(isRelationship, async (request) =>
      (await jsonOf(request))?.data?.length === 0 ? no(400) : undefined,
    ),
  },
  {
    name: 'DELETE deletes nothing',
    row: 'DEL-03',
    handle: instead(deleting, async () => new Response(null, { status: 204 })),
  },
  { name: 'DELETE of a missing resource succeeds', row: 'DEL-05', handle: status(deleting, 404, 200) },
  {
    name: 'DELETE returns the resource',
    row: 'DEL-04',
    handle: failing(deleting, 204, async () => reply(200, { data: { type: 'articles', id: '1' } })),
  },
  { name: 'errors stand beside data', row: 'ERR-02', handle: errorDocument((_, it) => (it.data = null)) },
  { name: 'errors is an object', row: 'ERR-01', handle: errorDocument((errors, it) => (it.errors = errors[0])) },
  {
    name: 'pointers lead nowhere',
    row: 'ERR-15',
    handle: errorDocument((errors) =>
      every(errors, (error) => error.source?.pointer !== undefined && (error.source.pointer += '/nowhere')),
    ),
  },
  {
    name: 'pointers are JSONPath',
    row: 'ERR-15',
    handle: errorDocument((errors) =>
      every(
        errors,
        (error) =>
          error.source?.pointer !== undefined &&
          (error.source.pointer = `$${error.source.pointer.replaceAll('/', '.')}`),
      ),
    ),
  },
  {
    name: 'the status of errors is a number',
    row: 'ERR-10',
    handle: errorDocument((errors) => every(errors, (error) => (error.status = Number(error.status)))),
  },
  {
    name: 'errors name no parameter',
    row: 'QRY-14',
    handle: errorDocument((errors) => every(errors, (error) => delete error.source?.parameter)),
  },
  {
    name: 'the title is another one each time',
    row: 'ERR-12',
    handle: (() => {
      let count = 0;
      return errorDocument((errors) => every(errors, (error) => (error.title = `Error ${count++}`)));
    })(),
  },
  { name: 'error objects are empty', row: 'ERR-06', handle: errorDocument((_, it) => (it.errors = [{}])) },
  {
    name: 'an unknown error has a pointer',
    row: 'ERR-19',
    handle: errorDocument((errors) => every(errors, (error) => (error.source = { pointer: '' }))),
  },
];
