import type { FilterTerm, ResourceType } from '@linkage/core';
import { storedAttributes } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';
import type { Selection } from '../source/data-source.ts';
import type { AccessControl } from './access-control.ts';

/** The resources of a type that a caller can read. */
export type Scope = 'all' | 'none' | readonly FilterTerm[];

const operators: ReadonlySet<unknown> = new Set(['eq', 'lt', 'le', 'gt', 'ge']);

/**
 * Checks a condition that a rule returned. An invalid condition would allow everything.
 *
 * @throws {TypeError} If it is not a condition on a field of the type.
 */
function readCondition(type: ResourceType, given: unknown): FilterTerm {
  const where = `\`access.${type.name}.read\` returned a condition`;
  const condition = typeof given === 'object' && given !== null ? given : {};
  const [field, operator = 'eq', values] = ['field', 'operator', 'values'].map((name) => fieldOf(condition, name));
  if (typeof field !== 'string' || !Array.isArray(values) || !operators.has(operator)) {
    throw new TypeError(`${where} that must be \`{ field, operator, values }\`, but is not.`);
  }
  const byId = field === 'id' || type.relationships.has(field);
  if (!byId && !type.attributes.has(field))
    throw new TypeError(`${where} on ${JSON.stringify(field)}, which is not a field of "${type.name}".`);
  if (byId && operator !== 'eq')
    throw new TypeError(
      `${where} on \`${field}\` with the operator ${JSON.stringify(operator)}, but ids and relationships can only be compared with "eq".`,
    );
  if (values.some((value) => value === undefined || (byId && value === null))) {
    throw new TypeError(`${where} on \`${field}\` whose values must not be undefined${byId ? ' or null' : ''}.`);
  }
  return Object.freeze({
    field,
    operator: operator as FilterTerm['operator'],
    values: Object.freeze(byId ? values.map(String) : [...values]),
  });
}

/**
 * Returns which resources of a type a caller can read.
 *
 * @throws {TypeError} If the rule does not return true, false, or conditions.
 */
export async function readScope(control: AccessControl, type: ResourceType, context: unknown): Promise<Scope> {
  const rule = control.ruleOf(type.name);
  if (rule.read === undefined) return control.absent === 'allow' ? 'all' : 'none';
  const answer: unknown = await rule.read(context);
  if (typeof answer === 'boolean') return answer ? 'all' : 'none';
  // An empty array would match every resource. It is usually a bug, so reject it.
  if (!Array.isArray(answer) || answer.length === 0) {
    throw new TypeError(
      `\`access.${type.name}.read\` must return true, false, or a non-empty array of conditions, but it returned ${Array.isArray(answer) ? 'an empty array' : 'another value'}. To allow all resources, return true.`,
    );
  }
  const conditions = answer.map((given) => readCondition(type, given));
  return conditions.some(({ values }) => values.length === 0) ? 'none' : Object.freeze(conditions);
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
  const isField = (name: unknown): boolean =>
    typeof name === 'string' && (type.attributes.has(name) || type.relationships.has(name));
  if (!Array.isArray(answer) || !answer.every(isField)) {
    throw new TypeError(
      `\`access.${type.name}.fields\` must return true, false, or an array of fields of "${type.name}", but it returned another value.`,
    );
  }
  return new Set(answer);
}

/** Returns the conditions of a scope, as filter terms for a source. */
export function termsOf(scope: Scope): readonly FilterTerm[] {
  return typeof scope === 'string' ? [] : scope;
}

/** Adds the fields of a scope's conditions to a selection. */
export function withConditions(selection: Selection, type: ResourceType, scope: Scope): Selection {
  const fields = termsOf(scope).map(({ field }) => field);
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
  return { attributes: new Set(storedAttributes(type)), relationships: new Set(type.relationships.keys()) };
}
