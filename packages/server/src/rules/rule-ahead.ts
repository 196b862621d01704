import { type Awaitable, andThen, isPromise, orElse } from '@linkage/core/internal';
import type { Action } from '../sources/port/actions.ts';
import { type AccessFilter, readRuleResult } from './access-filter.ts';
import { type CanReject, ruleFor } from './permission.ts';
import type { RequestAccess } from './request-access.ts';

/** Stands for what a rule cannot receive before the write: its subject, or the call. Notes whether the rule looks at it. */
interface Unread {
  isRead: boolean;
}

function note(unread: Unread): undefined {
  unread.isRead = true;
}

const noting: ProxyHandler<Unread> = {
  get: note,
  has: (unread) => note(unread) ?? false,
  ownKeys: (unread) => note(unread) ?? [],
  getOwnPropertyDescriptor: note,
};

/** The rules that have looked at a subject, and those that have looked at the call: they are not asked before these are known. */
const needing = { subject: new WeakSet<object>(), call: new WeakSet<object>() };

/**
 * Returns which resources of a type a rule allows to write, if it answers before the write: for the user alone, as `() => true` or
 * `({ id }) => [{ field: 'owner', values: [id] }]`, or about a new resource, of which the request contains all but the id. Returns undefined
 * if the rule looks at a subject that is not known, or at the call, or fails: it is then asked later, with the error of its place.
 *
 * @param subject What is known of the subject. Undefined if nothing is.
 */
export function ruleAhead(
  access: RequestAccess,
  type: string,
  action: Action,
  subject?: object,
): Awaitable<AccessFilter | undefined> {
  const { control, context } = access;
  const rule = control.ruleOf(type);
  const ask = rule[action] as ((context: unknown, subject: unknown) => unknown) | undefined;
  if (ask === undefined) return control.absent === 'allow' ? 'all' : 'none';
  const known = subject === undefined ? needing.subject : needing.call;
  if (known.has(ask) || (subject === undefined && ask.length > 1)) return undefined;
  const unread: Unread = { isRead: false };
  const given =
    subject === undefined
      ? new Proxy(unread, noting)
      : Object.freeze(Object.defineProperty(subject, 'call', { get: () => note(unread), enumerable: true }));
  const fail = (): undefined => void (unread.isRead && known.add(ask));
  const read = (answer: unknown): AccessFilter | undefined =>
    unread.isRead ? fail() : readRuleResult(`access.${type}.${action}`, access.ruledOf(type), answer);
  return orElse(() => {
    const answer = ask.call(rule, context, given);
    return isPromise(answer) ? andThen(answer, read) : read(answer);
  }, fail);
}

/** The answer about a rule that is asked without a subject: it can reject, unless it allows the action on all resources of the type. */
export const rejectsAhead: CanReject = (access, type, action) =>
  andThen(ruleAhead(access, type, ruleFor(access, type, action) as Action), (it) => it !== 'all');
