import { isPlainObject, ownMembers } from '../internal/own-members.ts';
import type { JsonObject } from './node.ts';

/** What one walk knows of the objects it came to: whether plain reads of them find own members only. */
export interface OwnView {
  /** Whether somebody extended Object.prototype, so that every object inherits something. */
  readonly polluted: boolean;
  /** Whether some object was no plain one. */
  copied: boolean;
}

function isPolluted(): boolean {
  for (const _ in Object.prototype) return true;
  return false;
}

/** The view of one walk. */
export function createOwnView(): OwnView {
  const polluted = isPolluted();
  return { polluted, copied: polluted };
}

/** Shows an object so that plain reads and `for … in` find own members only: what JSON.parse made as it is, else a copy. */
export function viewOf(view: OwnView, object: object): JsonObject {
  if (!view.polluted && isPlainObject(object)) return object as JsonObject;
  view.copied = true;
  return ownMembers(object);
}

/** The same for an object that the walk came to before: faster, since most documents need no copies at all. */
export function viewAgain(view: OwnView, object: object): JsonObject {
  return view.copied ? viewOf(view, object) : (object as JsonObject);
}
