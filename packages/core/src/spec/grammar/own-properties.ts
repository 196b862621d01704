import { isPlainObject, ownMembers } from '../../internal/members.ts';
import type { JsonObject } from './node.ts';

/** Tracks, for one walk, whether property reads on the visited objects can return inherited properties. */
export interface OwnPropertyView {
  /** Whether a program has added properties to `Object.prototype`, so that every object inherits them. */
  readonly polluted: boolean;
  /** Whether any object had to be copied, because it was not plain. */
  copied: boolean;
}

/** The number of members of `Object.prototype` in the language, without `__proto__`, which a runtime can remove. */
const LANGUAGE_MEMBERS = 11;

function isPolluted(): boolean {
  return Reflect.ownKeys(Object.prototype).filter((name) => name !== '__proto__').length !== LANGUAGE_MEMBERS;
}

/** Creates the view for one walk. */
export function createOwnPropertyView(): OwnPropertyView {
  const polluted = isPolluted();
  return { polluted, copied: polluted };
}

/**
 * Returns an object on which property reads and `for … in` find only own members: a plain object unchanged, any other
 * object as a copy.
 */
export function ownPropertiesOf(view: OwnPropertyView, object: object): JsonObject {
  if (!view.polluted && isPlainObject(object)) return object as JsonObject;
  view.copied = true;
  return ownMembers(object);
}

/** Like `ownPropertiesOf`, for an object that the walk already visited. Faster, because most documents need no copies. */
export function ownPropertiesAgain(view: OwnPropertyView, object: object): JsonObject {
  return view.copied ? ownPropertiesOf(view, object) : (object as JsonObject);
}
