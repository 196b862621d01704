import { errorObject, JsonApiError, validateDocument } from '@linkage/core';
import { atomicExtension } from '@linkage/core/atomic';
import type { EndpointRequest, OperationRequest, ServerExtension } from '@linkage/server';

// biome-ignore lint/suspicious/noExplicitAny: operations are read after the rules of the extension have judged them.
type Any = any;

const METHODS: Readonly<Record<string, Readonly<Record<string, OperationRequest['method']>>>> = {
  resource: { add: 'POST', update: 'PATCH', remove: 'DELETE' },
  relationship: { add: 'POST', update: 'PATCH', remove: 'DELETE' },
};

function reject(pointer: string, detail: string): never {
  throw new JsonApiError(errorObject('DOCUMENT_INVALID', detail, { source: { pointer } }));
}

function targetOf(operation: Any, known: ReadonlyMap<string, string>, pointer: string): Any {
  const { ref, data, op } = operation;
  const named = ref ?? (op === 'add' ? { type: data.type } : data);
  const id = named.id ?? (named.lid === undefined ? undefined : known.get(named.lid));
  if (op !== 'add' && id === undefined) reject(pointer, 'The resource is not known.');
  return {
    type: named.type,
    ...(id === undefined ? {} : { id }),
    ...(ref?.relationship ? { relationship: ref.relationship } : {}),
  };
}

async function runOne(
  inside: EndpointRequest,
  operation: Any,
  index: number,
  known: Map<string, string>,
): Promise<object> {
  const pointer = `/atomic:operations/${index}`;
  const target = targetOf(operation, known, pointer);
  const isRelationship = operation.ref?.relationship !== undefined;
  const method = METHODS[isRelationship ? 'relationship' : 'resource']?.[operation.op] ?? 'POST';
  const { lid, ...data } = isRelationship ? {} : (operation.data ?? {});
  const own = isRelationship ? operation.data : { ...data, ...(operation.op === 'update' ? { id: target.id } : {}) };
  const body = operation.op === 'remove' && !isRelationship ? {} : { document: { data: own } };
  const { document } = await inside.execute({ method, target, pointer, ...body });
  if (lid !== undefined && operation.op === 'add') known.set(lid, (document as Any)?.data?.id);
  return isRelationship || document?.['data'] === undefined ? {} : { data: document['data'] };
}

/** The extension as far as the cases need it, to prove that they can pass. */
export const atomicForTests: ServerExtension = {
  extension: atomicExtension,
  endpoints: [
    {
      name: 'atomic',
      method: 'POST',
      path: '/operations',
      statuses: [200],
      async run(request) {
        const { issues = [] } = validateDocument(request.document, { extensions: [atomicExtension] });
        const [issue] = issues;
        if (issue !== undefined) reject(issue.pointer, issue.message);
        const operations: readonly Any[] =
          (request.document as Any)?.['atomic:operations'] ?? reject('', 'No operations.');
        for (const [index, { ref, data }] of operations.entries()) {
          const type = ref?.type ?? data?.type;
          if (type !== undefined && !request.api.types.has(type))
            reject(`/atomic:operations/${index}`, 'Unknown type.');
        }
        const types = [...request.api.types.keys()];
        const known = new Map<string, string>();
        const results = await request.transaction(types, async (inside) => {
          const all: object[] = [];
          for (const [index, operation] of operations.entries())
            all.push(await runOne(inside, operation, index, known));
          return all;
        });
        return { status: 200, document: { 'atomic:results': results } };
      },
    },
  ],
};
