import { type Awaitable, andThen, isPromise, orElse } from '@linkage/core/internal';
import type { Action } from '../sources/port/actions.ts';
import type { RequestAccess } from './request-access.ts';
import { readRuleResult, type Scope } from './scope.ts';

/** Stands for the subject of a rule before it is read. Notes whether the rule looks at it. */
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

/** The rules that have looked at a subject: they are not asked before it is read. */
const needing = new WeakSet<object>();

/**
 * Returns which resources of a type a rule allows to write, or to create, if the caller alone decides: a rule such as `() => true` or
 * `({ id }) => [{ field: 'owner', values: [id] }]`. Returns undefined if the rule takes a subject or fails: it is then asked later, about
 * the resource, with the error of its place.
 */
export function ruleAhead(
  access: RequestAccess,
  type: string,
  action: Exclude<Action, 'relate'>,
): Awaitable<Scope | undefined> {
  const { control, api, context } = access;
  const rule = control.ruleOf(type);
  const ask = rule[action] as ((context: unknown, subject: unknown) => unknown) | undefined;
  if (ask === undefined) return control.absent === 'allow' ? 'all' : 'none';
  if (ask.length > 1 || needing.has(ask)) return undefined;
  const unread: Unread = { isRead: false };
  const read = (answer: unknown): Scope | undefined => {
    if (unread.isRead) {
      needing.add(ask);
      return undefined;
    }
    const ruled = { api, type: access.typeOf(type), source: access.unguardedSourceOf(type) };
    return readRuleResult(`access.${type}.${action}`, ruled, answer);
  };
  return orElse(
    () => {
      const answer = ask.call(rule, context, new Proxy(unread, noting));
      return isPromise(answer) ? andThen(answer, read) : read(answer);
    },
    () => undefined,
  );
}
