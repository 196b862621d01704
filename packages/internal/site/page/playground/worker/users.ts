/** The access rules of each user, as values or functions: `export const accessByUser = { guest: { articles: { read: true } } }`. */
import type { Api } from '@linkage/core';
import { isRecord } from './is-record.ts';

/** The actions of a type for which a user can have a rule. */
const actions = ['read', 'fields', 'create', 'update', 'delete', 'updateRelationship'] as const;

type Rules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The rules of each user, by the name of the user. */
export type Users = ReadonlyMap<string, Rules>;

/**
 * Returns the users of a declaration, or `undefined` if it does not have any.
 *
 * @throws {TypeError} If the value is not the rules of users.
 */
export function usersOf(value: unknown): Users | undefined {
  if (value === undefined) return undefined;
  if (!isRecord(value) || Object.keys(value).length === 0)
    throw new TypeError('`accessByUser` must be an object with the rules of each user.');
  for (const [name, types] of Object.entries(value)) {
    if (!isRecord(types))
      throw new TypeError(`\`accessByUser.${name}\` must be an object with the rules of each type.`);
    for (const [type, rules] of Object.entries(types)) {
      if (!isRecord(rules)) throw new TypeError(`\`accessByUser.${name}.${type}\` must be an object with rules.`);
      const unknown = Object.keys(rules).find((rule) => !actions.some((action) => action === rule));
      if (unknown === undefined) continue;
      throw new TypeError(
        `\`accessByUser.${name}.${type}\` has the rule "${unknown}". The rules are ${actions.join(', ')}.`,
      );
    }
  }
  return new Map(Object.entries(value as Readonly<Record<string, Rules>>));
}

/** Returns the options of the server for the rules: what a user has no rule for is denied. */
export function accessOf(
  api: Api,
  users: Users,
  chosen: string | undefined,
): { readonly context: () => unknown; readonly access: object } {
  const [first] = users.values();
  const user = (chosen === undefined ? undefined : users.get(chosen)) ?? first ?? {};
  const ruleOf = (type: string, action: string) => (rules: Rules, facts: unknown) => {
    const given = Object.hasOwn(rules, type) ? rules[type] : undefined;
    const rule = given !== undefined && Object.hasOwn(given, action) ? given[action] : undefined;
    if (rule !== undefined) return typeof rule === 'function' ? rule(facts) : rule;
    // A user reads all fields of a resource that it can read.
    return action === 'fields';
  };
  const access = [...api.types.keys()].map((type) => [
    type,
    Object.fromEntries(actions.map((action) => [action, ruleOf(type, action)])),
  ]);
  return { context: () => user, access: Object.fromEntries(access) };
}
