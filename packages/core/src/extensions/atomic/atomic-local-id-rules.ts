import { isObject, ownMembers } from '../../internal/members.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import { isFieldName } from '../../spec/member/known-name.ts';
import type { DeclaredRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';
import { type Candidate, named, visitInOrder } from './visit-local-ids.ts';

function* refOf({ value: { ref } }: DocumentNode): Iterable<Candidate> {
  yield [ref, ['ref']];
}

/**
 * A `ref` must not use a `lid` before the operation that adds it, and only one operation can add it. A `lid` that no
 * operation adds is not reported: the document does not show which resource it identifies.
 */
export const atomicLocalId: DeclaredRule = defineAtomicRule(
  'atomic-local-id',
  'ATM-27',
  'A `ref` must not use a `lid` before the operation that adds it, and only one operation can add it.',
  {
    visit: visitInOrder(refOf, (operation, localId, context) =>
      context.report(`Only one operation can add ${named(localId)}.`, operation, 'data', 'lid'),
    ),
  },
);

function* identifiersIn(linkage: unknown, path: Candidate[1]): Iterable<Candidate> {
  if (!Array.isArray(linkage)) yield [linkage, path];
  else for (const [index, identifier] of linkage.entries()) yield [identifier, [...path, index]];
}

function* identifiersOfResource(resource: unknown): Iterable<Candidate> {
  const { relationships } = ownMembers(resource);
  if (!isObject(relationships)) return;
  for (const [name, relationship] of Object.entries(relationships)) {
    if (!isFieldName(name) || !isObject(relationship)) continue;
    yield* identifiersIn(ownMembers(relationship).data, ['data', 'relationships', name, 'data']);
  }
}

/** Returns the identifiers of an operation, and the resource that its data names as its target. */
function* identifiersOf({ value: { op, ref, href, data } }: DocumentNode): Iterable<Candidate> {
  const hasRelationship = ownMembers(ref).relationship !== undefined;
  if (hasRelationship || (href !== undefined && Array.isArray(data))) yield* identifiersIn(data, ['data']);
  else if (op !== 'remove') {
    if (op === 'update' && isObject(data)) yield [data, ['data']];
    yield* identifiersOfResource(data);
  }
}

/**
 * An identifier should not use a `lid` before the operation that adds it. The text requires a prior operation for `ref`
 * only, so other receivers can accept it. The server rejects it, because it runs one operation after the other.
 */
export const atomicLocalIdOrder: DeclaredRule = defineAtomicRule(
  'atomic-local-id-order',
  'ATM-27',
  'Linkage, and the data of an update, should not use a `lid` before the operation that adds it.',
  { visit: visitInOrder(identifiersOf, () => undefined) },
  { level: 'should', receiver: 'ignore' },
);
