import type { ServerDescription } from '@linkage/server';
import { below } from './below.ts';
import { type Change, type ChangeDirection, type ChangeLevel, worseLevel } from './change.ts';
import { type ChangeRuleId, changeRules } from './rules/change-rules.ts';

/** The two descriptions, and the day for dates of deprecations. */
export interface Versions {
  readonly before: ServerDescription;
  readonly after: ServerDescription;
  readonly today: string;
}

/** The values of a change beside its rule and its place. */
interface ChangeDetails {
  /** Default: `both`. */
  readonly direction?: ChangeDirection;
  /** The level, if the circumstances decide it instead of the rule. */
  readonly level?: ChangeLevel;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** A change of a place: its rule, its message, and its values. */
type Found = readonly [rule: ChangeRuleId, message: string, details?: ChangeDetails];

/** The kinds of what can be added and removed, such as `sort`. */
type ListedKind = {
  [Id in ChangeRuleId]: Id extends `${infer Kind}-added`
    ? `${Kind}-removed` extends ChangeRuleId
      ? Kind
      : never
    : never;
}[ChangeRuleId];

/** A place in both descriptions, and the changes that a comparison finds there. */
export interface Place {
  readonly versions: Versions;
  /** The changes that were found before. */
  readonly changes: readonly Change[];
  /** The JSON Pointer. */
  readonly pointer: string;
  /** Returns the place of a member, or of a member of it. */
  readonly at: (...names: readonly (string | number)[]) => Place;
  /** Returns the place at another pointer. */
  readonly to: (pointer: string) => Place;
  /** Returns a place whose messages are the ends of sentences about a value, which requests or responses contain. */
  readonly about: (what: string, direction: ChangeDirection) => Place;
  readonly add: (...found: Found) => void;
  /** Adds a change if both values differ. */
  readonly changed: (before: unknown, after: unknown, ...found: Found) => void;
  /** Adds a change if something begins to be, or ends. */
  readonly flag: (before: boolean | undefined, after: boolean | undefined, begins: Found, ends: Found) => void;
  /**
   * Adds a change for each name that only one of the lists has.
   *
   * @param kind The beginning of the rules `-added` and `-removed`, or one rule for both.
   */
  readonly names: <Name extends string | number>(
    before: Iterable<Name>,
    after: Iterable<Name>,
    kind: ListedKind | ((name: Name) => ChangeRuleId),
    message: (name: Name, isAdded: boolean) => string,
    details?: ChangeDetails,
  ) => void;
}

/** The beginning of sentences, and the direction of changes. */
interface Subject {
  readonly what: string;
  readonly direction: ChangeDirection;
}

/** Creates a place. The changes are added to the list. */
export function createPlace(versions: Versions, changes: Change[], pointer = '', subject?: Subject): Place {
  const to = (other: string): Place => createPlace(versions, changes, other, subject);
  const add: Place['add'] = (rule, text, { direction = subject?.direction ?? 'both', level, before, after } = {}) => {
    const found = levelFor(rule, direction);
    const message = subject === undefined ? text : `${subject.what} ${text}.`;
    changes.push({
      rule,
      level: level ?? found.level,
      direction: found.direction,
      pointer,
      message,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    });
  };
  return {
    versions,
    changes,
    pointer,
    to,
    about: (what, direction) => createPlace(versions, changes, pointer, { what, direction }),
    at: (...names) => to(names.reduce<string>((all, name) => below(all, name), pointer)),
    add,
    changed(before, after, rule, message, details) {
      if (before !== after) add(rule, message, { ...details, before, after });
    },
    flag(before, after, begins, ends) {
      if (!before && after) add(...begins);
      if (before && !after) add(...ends);
    },
    names(before, after, kind, message, details) {
      const [was, is] = [new Set(before), new Set(after)];
      for (const name of was) {
        const rule = typeof kind === 'function' ? kind(name) : (`${kind}-removed` as const);
        if (!is.has(name)) add(rule, message(name, false), { ...details, before: name });
      }
      for (const name of is) {
        const rule = typeof kind === 'function' ? kind(name) : (`${kind}-added` as const);
        if (!was.has(name)) add(rule, message(name, true), { ...details, after: name });
      }
    },
  };
}

/** Returns the level of a rule, and the direction that decides it: the worse one if both are affected. */
function levelFor(
  rule: ChangeRuleId,
  direction: ChangeDirection,
): { readonly level: ChangeLevel; readonly direction: ChangeDirection } {
  const { request, response } = changeRules[rule];
  if (direction !== 'both') return { level: direction === 'request' ? request : response, direction };
  const level = worseLevel(request, response);
  if (request === response) return { level, direction };
  return { level, direction: level === request ? 'request' : 'response' };
}

interface EntryHandlers<Value> {
  readonly removed: (name: string, value: Value) => void;
  readonly both: (name: string, before: Value, after: Value) => void;
  readonly added: (name: string, value: Value) => void;
}

/** Calls a function for the entries that only the first, both, and only the second has. */
export function compareEntries<Value>(
  before: Iterable<readonly [string, Value]>,
  after: Iterable<readonly [string, Value]>,
  { removed, both, added }: EntryHandlers<Value>,
): void {
  const [left, right] = [new Map(before), new Map(after)];
  for (const [name, value] of left) {
    // `get` returns undefined for an absent name as well as for an undefined value.
    if (right.has(name)) both(name, value, right.get(name) as Value);
    else removed(name, value);
  }
  for (const [name, value] of right) if (!left.has(name)) added(name, value);
}
