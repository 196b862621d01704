import { formatPointer } from '../internal/json-pointer.ts';

/** An object of JSON: members by name. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** One value of a document that a walk came to, and the way to it. */
export interface DocumentNode<Value = JsonObject> {
  readonly value: Value;
  /** The place it stands in, for example `included-resource`, and the members that are defined there. */
  readonly place: { readonly name: string; readonly members: ReadonlyMap<string, unknown> };
  readonly parent: DocumentNode<unknown> | null;
  /** Its name or index in the parent. */
  readonly key: string | number;
}

/** The JSON Pointer to a node, or to a value below it. */
export function pointerOf(node: DocumentNode<unknown>, below: readonly (string | number)[] = []): string {
  const path = [...below].reverse();
  for (let at = node; at.parent !== null; at = at.parent) path.push(at.key);
  return formatPointer(path.reverse());
}
