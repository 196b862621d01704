import type { Route } from '../request/route.ts';
import { addToRelationship, removeFromRelationship, updateRelationship } from './change-relationship.ts';
import { createResource } from './create-resource.ts';
import { deleteResource } from './delete-resource.ts';
import { fetchCollection } from './fetch-collection.ts';
import { fetchMixed } from './fetch-mixed.ts';
import { fetchRelated } from './fetch-related.ts';
import { fetchRelationship } from './fetch-relationship.ts';
import { fetchResource } from './fetch-resource.ts';
import type { OperationDefinition } from './operation.ts';
import { updateResource } from './update-resource.ts';

/** All operations of the server, one line each. */
const operations: readonly OperationDefinition[] = [
  fetchCollection,
  createResource,
  fetchResource,
  updateResource,
  deleteResource,
  fetchMixed,
  fetchRelated,
  fetchRelationship,
  updateRelationship,
  addToRelationship,
  removeFromRelationship,
];

const on = (kind: Route['kind']): readonly OperationDefinition[] =>
  operations.filter((operation) => operation.kind === kind);

const byKind: { readonly [Kind in Route['kind']]: readonly OperationDefinition[] } = {
  collection: on('collection'),
  resource: on('resource'),
  related: on('related'),
  relationship: on('relationship'),
  mixed: on('mixed'),
};

/** The operations of a kind of URL. */
export function operationsOn(kind: Route['kind']): readonly OperationDefinition[] {
  return byKind[kind];
}
