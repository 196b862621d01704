import type { Api } from '@linkage/core';
import { type OptionTable, optionTable } from '@linkage/core/internal';
import { readByType } from '../internal/read-by-type.ts';
import { readSettings } from '../internal/read-settings.ts';
import { actionNames } from '../sources/port/actions.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import type { AccessRule } from './access-rules.ts';
import type { View } from './permitted.ts';

/** The rules of one type, without the types of an API. */
export type AnyRule = AccessRule<Api, string, unknown>;

/** The checked access rules of a server. */
export interface AccessControl {
  /** Returns the rules of a type. Without rules, returns an object without members. */
  readonly ruleOf: (type: string) => AnyRule;
  /** The option `defaultAccess`: whether an action that no rule decides is allowed. */
  readonly absent: 'allow' | 'deny';
  /** The types whose rule `fields` narrows them. */
  readonly narrowing: readonly string[];
  /** A cache of what users see, by the fields that they can read: see `view-of.ts`. */
  readonly views: Map<string, View>;
}

const members: OptionTable = optionTable(
  Object.fromEntries(['read', 'fields', 'link', ...actionNames, 'act'].map((name) => [name, 'function' as const])),
  'rule',
);

/**
 * Checks that the source of a type supports its rules. Rules check records, and only `find` returns records by id. A rule
 * `read` needs records only if it returns conditions: see `access-filter.ts`.
 */
function checkSource(type: string, rule: AnyRule, source: AnySource | undefined): void {
  if (source?.find !== undefined) return;
  const needs = (member: keyof AnyRule, isUsed: boolean): void => {
    if (rule[member] === undefined || !isUsed) return;
    throw new TypeError(
      `createServer: \`access.${type}.${member}\` requires a source with the method \`find\`, because the rule checks records.`,
    );
  };
  const decidesOnLinks = rule.updateRelationship === undefined && source?.updateRelationship !== undefined;
  needs('update', source?.update !== undefined || decidesOnLinks);
  needs('delete', source?.delete !== undefined);
  needs('updateRelationship', source?.updateRelationship !== undefined || source?.update !== undefined);
}

/**
 * Checks the access rules of a server. Returns undefined if there are none, so that everything is allowed.
 *
 * @param defaultAccess Default: `deny` if there are rules, because a rule that was forgotten must not open anything.
 * @throws {TypeError} If a type or a rule is unknown, a rule is not a function, or the source of a type does not
 * support its rules.
 */
export function accessControl(
  api: Api,
  rules: Readonly<Record<string, AnyRule | undefined>> | undefined,
  defaultAccess: 'allow' | 'deny' | undefined,
  sourceOf: (type: string) => AnySource | undefined,
): AccessControl | undefined {
  const absent = defaultAccess ?? (rules === undefined ? 'allow' : 'deny');
  if (rules === undefined && absent === 'allow') return undefined;
  const given = new Map<string, AnyRule>();
  for (const [type, ofType] of readByType<AnyRule>(api, 'createServer: access', rules ?? {})) {
    // An unknown rule name would have no effect, so reject it.
    const rule = readSettings(`createServer: access.${type}`, ofType, members);
    checkSource(type, rule, sourceOf(type));
    given.set(type, rule);
  }
  const none: AnyRule = readSettings('createServer', {}, members);
  const narrowing = [...api.types.keys()].filter((type) => given.get(type)?.fields !== undefined);
  const ruleOf = (type: string): AnyRule => given.get(type) ?? none;
  return Object.freeze({ ruleOf, absent, narrowing, views: new Map() } satisfies AccessControl);
}
