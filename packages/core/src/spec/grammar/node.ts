import { formatPointer } from '../../internal/json-pointer.ts';

/** A JSON object: members by name. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** One value of a document during a walk, and its position. */
export interface DocumentNode<Value = JsonObject> {
  readonly value: Value;
  /** The node kind of the value, for example `included-resource`, and the members that are defined there. */
  readonly kind: { readonly name: string; readonly members: ReadonlyMap<string, unknown> };
  readonly parent: DocumentNode<unknown> | null;
  /** The name or index of the value in its parent. */
  readonly key: string | number;
}

/** Returns the JSON Pointer to a node, or to a value below the node. */
export function pointerOf(node: DocumentNode<unknown>, below: readonly (string | number)[] = []): string {
  const path = [...below].reverse();
  for (let at = node; at.parent !== null; at = at.parent) path.push(at.key);
  return formatPointer(path.reverse());
}
