import { unambiguousIdentity } from '../../grammar/identity.ts';
import type { DocumentNode } from '../../grammar/node.ts';
import type { VisitContext } from '../../grammar/visitors.ts';
import { describeValue } from '../../internal/describe-value.ts';
import { isObject, ownMember } from '../../internal/is-object.ts';
import { isFieldName } from '../../member/field-name.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

/** A value that can identify a resource by its `lid`, and its path from the operation. */
type Candidate = readonly [value: unknown, path: readonly (string | number)[]];

interface LocalId {
  readonly type: string;
  readonly lid: string;
}

/** Returns the type and the `lid` of an object, or undefined if it does not have both as strings. */
function localIdOf(value: unknown): LocalId | undefined {
  if (!isObject(value)) return undefined;
  const [type, lid] = [ownMember(value, 'type'), ownMember(value, 'lid')];
  return typeof type === 'string' && typeof lid === 'string' ? { type, lid } : undefined;
}

function keyOf({ type, lid }: LocalId): string {
  return unambiguousIdentity(type, lid);
}

function* identifiersIn(linkage: unknown, path: Candidate[1]): Iterable<Candidate> {
  if (!Array.isArray(linkage)) yield [linkage, path];
  else for (const [index, identifier] of linkage.entries()) yield [identifier, [...path, index]];
}

function* identifiersOfResource(resource: unknown): Iterable<Candidate> {
  const relationships = isObject(resource) ? ownMember(resource, 'relationships') : undefined;
  if (!isObject(relationships)) return;
  for (const [name, relationship] of Object.entries(relationships)) {
    if (!isFieldName(name) || !isObject(relationship)) continue;
    yield* identifiersIn(ownMember(relationship, 'data'), ['data', 'relationships', name, 'data']);
  }
}

/** Returns the values of an operation that refer to a resource. */
function* references({ value: { op, ref, href, data } }: DocumentNode): Iterable<Candidate> {
  yield [ref, ['ref']];
  const hasRelationship = isObject(ref) && ownMember(ref, 'relationship') !== undefined;
  if (hasRelationship || (href !== undefined && Array.isArray(data))) yield* identifiersIn(data, ['data']);
  else if (op !== 'remove') {
    if (op === 'update' && isObject(data)) yield [data, ['data']];
    yield* identifiersOfResource(data);
  }
}

function addsResource({ value: { op, ref } }: DocumentNode): boolean {
  return op === 'add' && !(isObject(ref) && ownMember(ref, 'relationship') !== undefined);
}

/** The local ids of the operations so far. */
interface LocalIds {
  readonly added: Set<string>;
  /** The uses of each local id that no operation has added so far. */
  readonly unknown: Map<string, (readonly [operation: DocumentNode, path: Candidate[1]])[]>;
}

function createLocalIds(): LocalIds {
  return { added: new Set(), unknown: new Map() };
}

function add(operation: DocumentNode, localId: LocalId, { added, unknown }: LocalIds, context: VisitContext): void {
  const key = keyOf(localId);
  const resource = `${describeValue(localId.type)} with the \`lid\` ${describeValue(localId.lid)}`;
  if (added.has(key)) context.report(`Only one operation can add ${resource}.`, operation, 'data', 'lid');
  for (const [earlier, path] of unknown.get(key) ?? []) {
    context.report(`The operation that adds ${resource} must precede this operation.`, earlier, ...path, 'lid');
  }
  unknown.delete(key);
  added.add(key);
}

/**
 * An operation must not use a `lid` before the operation that adds it, and only one operation can add it. A `lid` that no
 * operation adds is not reported: the document does not show which resource it identifies.
 */
export const atomicLocalId: StatedRule = defineAtomicRule(
  'atomic-local-id',
  'ATM-27',
  'An operation must not use a `lid` before the operation that adds it, and only one operation can add it.',
  {
    visit: {
      'atomic:operation'(node: DocumentNode, context) {
        const { op, data } = node.value;
        // Another rule reports an operation without a known `op`.
        if (op !== 'add' && op !== 'update' && op !== 'remove') return;
        const localIds = context.memory(createLocalIds);
        const added = addsResource(node) ? localIdOf(data) : undefined;
        // A resource can reference itself, so add its local id before its relationships are checked.
        if (added !== undefined) add(node, added, localIds, context);
        for (const [value, path] of references(node)) {
          const used = localIdOf(value);
          if (used === undefined || ownMember(value as object, 'id') !== undefined) continue;
          const key = keyOf(used);
          if (localIds.added.has(key)) continue;
          const uses = localIds.unknown.get(key);
          if (uses === undefined) localIds.unknown.set(key, [[node, path]]);
          else uses.push([node, path]);
        }
      },
    },
  },
);
