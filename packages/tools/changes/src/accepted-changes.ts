import type { Change, ChangeLevel } from './change.ts';
import { checkInput } from './input/check-input.ts';
import { isAcceptedList, isChangeList } from './input/forms.ts';
import type { ChangeRuleId } from './rules/change-rules.ts';

/** A change that a team accepts, although it is not safe. */
export interface AcceptedChange {
  readonly rule: ChangeRuleId;
  readonly pointer: string;
  /** Why the change is acceptable, for people who read the file later. */
  readonly reason: string;
}

/** The result of `reviewChanges`. */
export interface ChangeReview {
  /** The changes that are not accepted, the worst first. */
  readonly changes: readonly Change[];
  readonly accepted: readonly Change[];
  /** The entries that match no change. Remove them: they would accept a later change. */
  readonly stale: readonly AcceptedChange[];
  /** The worst level of `changes`, or `undefined` if there is none. */
  readonly level: ChangeLevel | undefined;
}

/**
 * Separates the changes that a team accepts from the others. An entry accepts the change with its rule and pointer.
 *
 * @throws {TypeError} If an entry is malformed: the message names the member.
 */
export function reviewChanges(changes: readonly Change[], accepted: readonly AcceptedChange[] = []): ChangeReview {
  checkInput('reviewChanges', 'changes', changes, isChangeList);
  checkInput('reviewChanges', 'accepted', accepted, isAcceptedList);
  const keyOf = ({ rule, pointer }: { readonly rule: string; readonly pointer: string }): string =>
    `${rule} ${pointer}`;
  const entries = new Set(accepted.map(keyOf));
  const found = new Set(changes.filter(({ level }) => level !== 'safe').map(keyOf));
  const isAccepted = (change: Change): boolean => change.level !== 'safe' && entries.has(keyOf(change));
  const others = changes.filter((change) => !isAccepted(change));
  const has = (level: ChangeLevel): boolean => others.some((change) => change.level === level);
  return {
    changes: others,
    accepted: changes.filter(isAccepted),
    stale: accepted.filter((entry) => !found.has(keyOf(entry))),
    level: (['breaking', 'dangerous', 'safe'] as const).find(has),
  };
}
