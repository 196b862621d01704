import type { Api, FilterCondition, ResourceType } from '@linkage/core';
import { storedAttributes, termsIn } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';
import type { AnySource } from '../sources/any-source.ts';
import type { Selection } from '../sources/data-source.ts';
import { selectionWith } from '../sources/selection.ts';
import type { AccessControl } from './access-control.ts';
import { neverMatches, readCondition } from './read-condition.ts';

/** The resources of a type that a caller can read. */
export type Scope = 'all' | 'none' | readonly FilterCondition[];

/**
 * Returns which resources of a type a caller can read.
 *
 * @throws {TypeError} If the rule does not return true, false, or conditions.
 */
export async function readScope(
  control: AccessControl,
  api: Api,
  type: ResourceType,
  source: Pick<AnySource, 'find'> | undefined,
  context: unknown,
): Promise<Scope> {
  const rule = control.ruleOf(type.name);
  if (rule.read === undefined) return control.absent === 'allow' ? 'all' : 'none'; // sabotage: type-without-rule-readable-when
  const answer: unknown = await rule.read(context);
  if (typeof answer === 'boolean') return answer ? 'all' : 'none';
  // An empty array would match every resource. It is usually a bug, so reject it.
  // sabotage: empty-list-conditions-allows
  if (!Array.isArray(answer) || answer.length === 0) {
    throw new TypeError(
      `\`access.${type.name}.read\` must return true, false, or a non-empty array of conditions, but it returned ${Array.isArray(answer) ? 'an empty array' : 'another value'}. To allow all resources, return true.`,
    );
  }
  // Linkage can also lead to resources of a type that has no source.
  if (source?.find === undefined) {
    throw new TypeError(
      `\`access.${type.name}.read\` must return true or false, because type "${type.name}" does not have a source with \`find\`, but it returned conditions.`,
    );
  }
  const conditions = answer.map((given) => readCondition(api, type, given));
  return conditions.some(neverMatches) ? 'none' : Object.freeze(conditions); // sabotage: condition-never-matches-dropped
}

/**
 * Returns which fields of a type a caller can read, or undefined for all fields.
 *
 * @throws {TypeError} If the rule does not return true, false, or field names.
 */
export async function readFields(
  control: AccessControl,
  type: ResourceType,
  context: unknown,
): Promise<ReadonlySet<string> | undefined> {
  const answer: unknown = await control.ruleOf(type.name).fields?.(context);
  if (answer === true) return undefined;
  if (answer === false) return new Set();
  const isField = (name: string): boolean => type.attributes.has(name) || type.relationships.has(name);
  const except = typeof answer === 'object' && answer !== null ? fieldOf(answer, 'except') : undefined;
  const named: unknown = except === undefined ? answer : except;
  if (!Array.isArray(named) || !named.every(isField) || (except !== undefined && Array.isArray(answer))) {
    throw new TypeError(
      `\`access.${type.name}.fields\` must return true, false, an array of fields of "${type.name}", or \`{ except }\` with such an array, but it returned another value.`,
    );
  }
  if (except === undefined) return new Set(named);
  return new Set([...type.attributes.keys(), ...type.relationships.keys()].filter((name) => !named.includes(name)));
}

/** Returns the conditions of a scope, for a source. */
export function termsOf(scope: Scope): readonly FilterCondition[] {
  return typeof scope === 'string' ? [] : scope;
}

/** Adds the fields of a scope's conditions to a selection. */
export function withConditions(selection: Selection, type: ResourceType, scope: Scope): Selection {
  const fields = termsIn(termsOf(scope)).map(({ field }) => field.split('.', 1)[0] as string);
  if (fields.length === 0) return selection;
  return {
    ...selection,
    attributes: new Set([...selection.attributes, ...fields.filter((field) => type.attributes.has(field))]),
    relationships: new Set([...selection.relationships, ...fields.filter((field) => type.relationships.has(field))]),
  };
}

/** Returns the fields of one type from a selection. */
export function selectionOn(selection: Selection, type: ResourceType): Selection {
  return {
    ...selection,
    attributes: new Set([...selection.attributes].filter((name) => type.attributes.has(name))),
    relationships: new Set([...selection.relationships].filter((name) => type.relationships.has(name))),
  };
}

/** Returns a selection of all fields of a type that records contain. */
export function allFieldsOf(type: ResourceType): Selection {
  return selectionWith(new Set(storedAttributes(type)), new Set(type.relationships.keys()));
}
