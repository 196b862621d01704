import type { FilterCondition, ResourceType } from '@linkage/core';
import { andThen, describeValue, fieldsBehind, memberOf, storedAttributes } from '@linkage/core/internal';

import type { Awaitable } from '../sources/port/data-source.ts';
import type { AccessControl } from './access-control.ts';
import { type AccessFilter, type Ruled, readRuleResult, type UndecidedFields } from './access-filter.ts';
import { fieldsOf } from './readable-fields.ts';

/** The fields of a type that a user can read. */
export interface ReadFields {
  readonly names: ReadonlySet<string>;
  /** Which resources show an attribute, for those that the user cannot read of all. */
  readonly undecided: UndecidedFields;
}

/** The members of a result that is an object. */
const choices = ['only', 'except', 'where'] as const;

/** Returns the names in a result of the rule, or undefined if it is another value. */
function namesIn(answer: unknown, all: readonly string[]): readonly string[] | undefined {
  if (typeof answer === 'boolean') return answer ? all : [];
  if (typeof answer !== 'object' || answer === null) return undefined;
  const isNames = (value: unknown): value is readonly string[] =>
    Array.isArray(value) && value.every((name) => all.includes(name));
  const [only, except, where] = choices.map((name) => memberOf(answer, name));
  const given = [only, except, where].filter((it) => it !== undefined);
  if (Array.isArray(answer)) return given.length === 0 && isNames(answer) ? answer : undefined;
  // With none of them, or with two lists, the result does not say which fields the application means.
  if (given.length === 0 || (only !== undefined && except !== undefined)) return undefined;
  if (only !== undefined) return isNames(only) ? only : undefined;
  if (except === undefined) return all;
  return isNames(except) ? all.filter((name) => !except.includes(name)) : undefined;
}

/** Returns what a wrong result of the rule is, and the first name in its lists that is not a field. */
function describeWrong(answer: unknown, all: readonly string[], type: string): string {
  const lists = Array.isArray(answer) ? [answer] : choices.slice(0, 2).map((name) => memberOf(Object(answer), name));
  const unknown = lists.flatMap((list) => (Array.isArray(list) ? list : [])).find((name) => !all.includes(name));
  const hint = unknown === undefined ? '' : ` ${describeValue(unknown)} is not a field of "${type}".`;
  return `${describeValue(answer)}.${hint}`;
}

/**
 * Adds what follows from stored attributes: a resource shows a computed attribute if it shows all that the attribute needs. This is the one
 * place that knows it: everything else asks for the attribute itself.
 */
function withComputed({ attributes }: ResourceType, stored: UndecidedFields): UndecidedFields {
  const undecided = new Map<string, Exclude<AccessFilter, 'all'>>();
  for (const attribute of attributes.values()) {
    const parts = fieldsBehind(attribute).flatMap<FilterCondition | 'none'>((name) => stored.get(name) ?? []);
    if (parts.length === 0) continue;
    const conditions = parts.filter((part) => part !== 'none');
    undecided.set(attribute.name, conditions.length < parts.length ? 'none' : Object.freeze(conditions));
  }
  return undecided;
}

/**
 * Returns which fields of a type a user can read, or undefined for all fields.
 *
 * @throws {TypeError} If the rule returns another value than its type allows, or conditions for a field that it does not return, or that
 * records do not contain as an attribute.
 */
export function readFields(control: AccessControl, ruled: Ruled, context: unknown): Awaitable<ReadFields | undefined> {
  return andThen<unknown, ReadFields | undefined>(control.ruleOf(ruled.type.name).fields?.(context), (answer) =>
    fieldsIn(ruled, answer),
  );
}

/** Returns the fields in a result of the rule. */
function fieldsIn(ruled: Ruled, answer: unknown): ReadFields | undefined {
  const { type } = ruled;
  const rule = `access.${type.name}.fields`;
  if (answer === true) return undefined;
  const given = namesIn(answer, fieldsOf(type));
  if (given === undefined)
    throw new TypeError(
      `\`${rule}\` must return true, false, an array of fields of "${type.name}", or an object with such an array as \`only\` or \`except\`, or with \`where\`, but it returned ${describeWrong(answer, fieldsOf(type), type.name)}`,
    );
  const names = new Set(given);
  const undecided = new Map<string, Exclude<AccessFilter, 'all'>>();
  const where: unknown = typeof answer === 'object' && answer !== null ? memberOf(answer, 'where') : undefined;
  if (where === undefined) return { names, undecided };
  if (typeof where !== 'object' || where === null || Array.isArray(where))
    throw new TypeError(`\`${rule}\` returned \`where\`, which must be an object with conditions by attribute.`);
  const attributes = storedAttributes(type);
  for (const name of Object.keys(where)) {
    if (!attributes.includes(name) || !names.has(name))
      throw new TypeError(
        `\`${rule}\` returned \`where.${name}\`, which must be an attribute that records contain, and that the rule also returns as readable.`,
      );
    const accessFilter = readRuleResult(`${rule}.where.${name}`, ruled, memberOf(where, name));
    if (accessFilter !== 'all') undecided.set(name, accessFilter);
  }
  return { names, undecided: withComputed(type, undecided) };
}
