import type { Api } from '@linkage/core';
import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { readByType } from '../internal/read-by-type.ts';
import type { AnySource } from '../source/any-source.ts';
import type { AccessRule } from './access-rules.ts';

/** The rules of one type with the types of one API taken off. */
export type AnyRule = AccessRule<Api, string, unknown>;

/** What a server was told of access, checked. */
export interface AccessControl {
  readonly ruleOf: (type: string) => AnyRule;
  /** What holds where a rule is absent. */
  readonly absent: 'allow' | 'deny';
  /** The APIs that callers see, by the fields that they may read. */
  readonly views: Map<string, Api>;
}

const members: OptionTable = optionTable(
  {
    read: 'function',
    fields: 'function',
    create: 'function',
    update: 'function',
    delete: 'function',
    relate: 'function',
  },
  'rule',
);

/** What the rules of a type need of its source: each of them judges records, which only `find` gives by id. */
function checkSource(type: string, rule: AnyRule, source: AnySource | undefined): void {
  if (source?.find !== undefined) return;
  const needs = (member: keyof AnyRule, isUsed: boolean): void => {
    if (rule[member] === undefined || !isUsed) return;
    throw new TypeError(`access.${type}.${member} can only be kept with a source that has find: it judges records.`);
  };
  // Without a source too: others may link to resources of this type.
  needs('read', true);
  needs('update', source?.update !== undefined);
  needs('delete', source?.delete !== undefined);
  needs('relate', source?.relate !== undefined || source?.update !== undefined);
}

/**
 * Takes in what a server is told of access; undefined when it is told nothing, so that everything is allowed.
 *
 * @throws {TypeError} A rule is of no type, is not known, is no function, or cannot be kept with the source of its type.
 */
export function accessControl(
  api: Api,
  rules: Readonly<Record<string, AnyRule | undefined>> | undefined,
  absent: 'allow' | 'deny' = 'allow',
  sourceOf: (type: string) => AnySource | undefined = () => undefined,
): AccessControl | undefined {
  if (absent !== 'allow' && absent !== 'deny') throw new TypeError('defaultAccess is "allow" or "deny".');
  if (rules === undefined && absent === 'allow') return undefined;
  const given = new Map<string, AnyRule>();
  for (const [type, own] of readByType<AnyRule>(api, 'createServer: access', rules ?? {})) {
    // A rule under a misspelt name would be no rule.
    const rule = readOptions(`createServer: access.${type}`, own, members);
    checkSource(type, rule, sourceOf(type));
    given.set(type, rule);
  }
  const none: AnyRule = readOptions('createServer', {}, members);
  return Object.freeze({ ruleOf: (type) => given.get(type) ?? none, absent, views: new Map() } satisfies AccessControl);
}
