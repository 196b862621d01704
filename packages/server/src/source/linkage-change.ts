import type { LinkageChange } from './data-source.ts';

/** Whether a change replaces all members. Checks own members, because `in` also finds inherited ones. */
export function isReplacement<Change extends LinkageChange>(
  change: Change,
): change is Extract<Change, { replace: unknown }> {
  return Object.hasOwn(change, 'replace');
}

/** Whether a change adds members. */
export function isAddition<Change extends LinkageChange>(change: Change): change is Extract<Change, { add: unknown }> {
  return Object.hasOwn(change, 'add');
}

/** Whether a change removes members. */
export function isRemoval<Change extends LinkageChange>(
  change: Change,
): change is Extract<Change, { remove: unknown }> {
  return Object.hasOwn(change, 'remove');
}
