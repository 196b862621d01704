import { defineExtension, errorObject, JsonApiError } from '@linkage/core';
import type { EndpointRequest, ServerExtension } from '@linkage/server';

const uri = 'https://example.com/extensions/bulk-delete';

/** Returns the ids in the request document: `{ "data": [{ "type": "articles", "id": "1" }] }`. */
function idsOf({ document, placeholders }: EndpointRequest): readonly string[] {
  const data = document?.data;
  if (!Array.isArray(data)) {
    throw new JsonApiError(errorObject('DOCUMENT_INVALID', '`data` must be an array.', { source: { pointer: '' } }));
  }
  return data.map((identifier: { readonly type?: unknown; readonly id?: unknown } | null, index) => {
    if (identifier?.type === placeholders['type'] && typeof identifier?.id === 'string') return identifier.id;
    const detail = 'A resource identifier object with the type of the URL is required.';
    throw new JsonApiError(errorObject('DOCUMENT_INVALID', detail, { source: { pointer: `/data/${index}` } }));
  });
}

/** Rejects all query parameters: this URL does not support any. */
function rejectParameters({ parameters }: EndpointRequest): void {
  const [parameter] = parameters.keys();
  if (parameter === undefined) return;
  throw new JsonApiError(
    errorObject('PARAMETER_UNKNOWN', 'This URL does not take query parameters.', { source: { parameter } }),
  );
}

/** `DELETE /bulk/articles` deletes all resources in the request document, or none of them. */
export const bulkDelete: ServerExtension = {
  extension: defineExtension({ uri, namespace: 'bulk', members: { document: { deleted: null } } }),
  endpoints: [
    {
      name: 'bulk-delete',
      method: 'DELETE',
      path: '/bulk/{type}',
      statuses: [200],
      run(request) {
        rejectParameters(request);
        const type = request.placeholders['type'] as string;
        const ids = idsOf(request);
        return request.transaction([type], async (inside) => {
          for (const [index, id] of ids.entries()) {
            await inside.execute({ method: 'DELETE', target: { type, id }, pointer: `/data/${index}` });
          }
          return { status: 200, document: { meta: {}, 'bulk:deleted': ids.length } };
        });
      },
    },
  ],
};
