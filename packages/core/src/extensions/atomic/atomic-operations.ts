import { defineExtension, type Extension } from '../../media-type/extension.ts';
import { documentNodeKinds, type NodeKind } from '../../spec/grammar/node-kinds.ts';
import {
  atomicDocument,
  atomicLists,
  atomicMembers,
  atomicOperationsOrResults,
  atomicResultId,
} from './atomic-document-rules.ts';
import { atomicLocalId, atomicLocalIdOrder } from './atomic-local-id-rules.ts';
import { atomicData, atomicHref, atomicOp, atomicRef, atomicTarget } from './atomic-operation-rules.ts';

const nodeKinds: Readonly<Record<string, NodeKind>> = {
  'atomic:operations': { shape: 'array', element: 'atomic:operation' },
  'atomic:operation': {
    shape: 'object',
    members: { op: null, ref: 'atomic:ref', href: 'atomic:href', data: 'atomic:data', meta: 'meta' },
  },
  'atomic:ref': { shape: 'object', members: { type: 'type', id: 'id', lid: 'atomic:lid', relationship: null } },
  // Not the specification's lid, because a ref cannot have an id beside it.
  'atomic:lid': { shape: 'string' },
  'atomic:href': { shape: 'string' },
  'atomic:data': { shape: 'one-or-many', element: 'atomic:resource' },
  // A resource object, or an identifier in an operation on a relationship.
  'atomic:resource': documentNodeKinds.resource,
  'atomic:results': { shape: 'array', element: 'atomic:result' },
  'atomic:result': { shape: 'object', members: { data: 'atomic:result-data', meta: 'meta' } },
  'atomic:result-data': { shape: 'one-or-many', aliases: ['atomic:data'], element: 'atomic:result-resource' },
  'atomic:result-resource': { ...documentNodeKinds.resource, aliases: ['resource', 'atomic:resource'] },
};

/**
 * The Atomic Operations extension: the structure and the rules of its documents.
 *
 * @see https://jsonapi.org/ext/atomic/
 */
export const atomicExtension: Extension = defineExtension({
  uri: 'https://jsonapi.org/ext/atomic',
  namespace: 'atomic',
  members: { document: { operations: 'atomic:operations', results: 'atomic:results' } },
  nodeKinds,
  rules: [
    atomicDocument,
    atomicOperationsOrResults,
    atomicLists,
    atomicOp,
    atomicTarget,
    atomicRef,
    atomicHref,
    atomicLocalId,
    atomicLocalIdOrder,
    atomicData,
    atomicMembers,
    atomicResultId,
  ],
});
