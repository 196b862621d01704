import { describeValue } from '../../internal/describe-value.ts';
import { ownMembers } from '../../internal/members.ts';
import { unambiguousIdentity } from '../../spec/grammar/identity.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import type { DeclaredRule } from '../../validate/rule.ts';

/** A value that can identify a resource by its `lid`, and its path from the operation. */
export type Candidate = readonly [value: unknown, path: readonly (string | number)[]];

/** A type and a `lid`. */
export interface LocalId {
  readonly type: string;
  readonly lid: string;
}

/** Returns the type and the `lid` of an object, or undefined if it does not have both as strings. */
function localIdOf(value: unknown): LocalId | undefined {
  const { type, lid } = ownMembers(value);
  return typeof type === 'string' && typeof lid === 'string' ? { type, lid } : undefined;
}

function keyOf({ type, lid }: LocalId): string {
  return unambiguousIdentity(type, lid);
}

function addsResource({ value: { op, ref } }: DocumentNode): boolean {
  return op === 'add' && ownMembers(ref).relationship === undefined;
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

/** Returns a resource as messages name it. */
export function named({ type, lid }: LocalId): string {
  return `${describeValue(type)} with the \`lid\` ${describeValue(lid)}`;
}

/** Adds a local id, and reports its uses in earlier operations. Returns whether an earlier operation adds it, too. */
function add(localId: LocalId, { added, unknown }: LocalIds, context: VisitContext): boolean {
  const key = keyOf(localId);
  for (const [earlier, path] of unknown.get(key) ?? []) {
    context.report(`The operation that adds ${named(localId)} must precede this operation.`, earlier, ...path, 'lid');
  }
  unknown.delete(key);
  if (added.has(key)) return true;
  added.add(key);
  return false;
}

/** Keeps a use of a local id that no operation has added so far. */
function keepUse(operation: DocumentNode, [value, path]: Candidate, { added, unknown }: LocalIds): void {
  const used = localIdOf(value);
  if (used === undefined || ownMembers(value).id !== undefined) return;
  const key = keyOf(used);
  if (added.has(key)) return;
  const uses = unknown.get(key);
  if (uses === undefined) unknown.set(key, [[operation, path]]);
  else uses.push([operation, path]);
}

/** Visits the operations in order: reports local ids that `usesOf` returns before the operation that adds them. */
export function visitInOrder(
  usesOf: (operation: DocumentNode) => Iterable<Candidate>,
  onRepeated: (operation: DocumentNode, localId: LocalId, context: VisitContext) => void,
): NonNullable<DeclaredRule['visit']> {
  return {
    'atomic:operation'(node: DocumentNode, context) {
      const { op, data } = node.value;
      // Another rule reports an operation without a known `op`.
      if (op !== 'add' && op !== 'update' && op !== 'remove') return;
      const localIds = context.memory(createLocalIds);
      const added = addsResource(node) ? localIdOf(data) : undefined;
      // A resource can reference itself, so add its local id before its relationships are checked.
      if (added !== undefined && add(added, localIds, context)) onRepeated(node, added, context);
      for (const use of usesOf(node)) keepUse(node, use, localIds);
    },
  };
}
