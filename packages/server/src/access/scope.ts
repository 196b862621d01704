import type { FilterTerm, ResourceType } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';
import type { Selection } from '../source/data-source.ts';
import type { AccessControl } from './access-control.ts';

/** Which resources of a type a caller sees. */
export type Scope = 'all' | 'none' | readonly FilterTerm[];

const operators: ReadonlySet<unknown> = new Set(['eq', 'lt', 'le', 'gt', 'ge']);

/**
 * A condition as a rule gives it, checked: one that nobody can keep would let everything through.
 *
 * @throws {TypeError} It is no condition on a field of the type.
 */
function readCondition(type: ResourceType, given: unknown): FilterTerm {
  const where = `access.${type.name}.read gave a condition`;
  const condition = typeof given === 'object' && given !== null ? given : {};
  const [field, operator = 'eq', values] = ['field', 'operator', 'values'].map((name) => fieldOf(condition, name));
  if (typeof field !== 'string' || !Array.isArray(values) || !operators.has(operator)) {
    throw new TypeError(`${where} that is not { field, operator, values }.`);
  }
  const byId = field === 'id' || type.relationships.has(field);
  if (!byId && !type.attributes.has(field))
    throw new TypeError(`${where} on ${JSON.stringify(field)}, no field of it.`);
  if (byId && operator !== 'eq') throw new TypeError(`${where} on ${field} that is not "eq": it takes ids.`);
  if (values.some((value) => value === undefined || (byId && value === null))) {
    throw new TypeError(`${where} on ${field} with a value that is missing.`);
  }
  return Object.freeze({
    field,
    operator: operator as FilterTerm['operator'],
    values: Object.freeze(byId ? values.map(String) : [...values]),
  });
}

/**
 * Asks which resources of a type a caller sees.
 *
 * @throws {TypeError} The rule gives neither true nor false nor conditions.
 */
export async function readScope(control: AccessControl, type: ResourceType, context: unknown): Promise<Scope> {
  const rule = control.ruleOf(type.name);
  if (rule.read === undefined) return control.absent === 'allow' ? 'all' : 'none';
  const answer: unknown = await rule.read(context);
  if (typeof answer === 'boolean') return answer ? 'all' : 'none';
  // No condition holds for everything, and is most often a list that was to have some.
  if (!Array.isArray(answer) || answer.length === 0) {
    throw new TypeError(`access.${type.name}.read gives true, false, or a list of one condition or more.`);
  }
  const conditions = answer.map((given) => readCondition(type, given));
  return conditions.some(({ values }) => values.length === 0) ? 'none' : Object.freeze(conditions);
}

/**
 * Asks which fields of a type a caller may read; undefined for all of them.
 *
 * @throws {TypeError} The rule gives neither true nor false nor names of fields.
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
    throw new TypeError(`access.${type.name}.fields gives true, false, or a list of its fields.`);
  }
  return new Set(answer);
}

/** The conditions of a scope, as terms for a source. */
export function termsOf(scope: Scope): readonly FilterTerm[] {
  return typeof scope === 'string' ? [] : scope;
}

/** A selection with the fields that the conditions of a scope look at. */
export function withConditions(selection: Selection, type: ResourceType, scope: Scope): Selection {
  const fields = termsOf(scope).map(({ field }) => field);
  if (fields.length === 0) return selection;
  return {
    attributes: new Set([...selection.attributes, ...fields.filter((field) => type.attributes.has(field))]),
    relationships: new Set([...selection.relationships, ...fields.filter((field) => type.relationships.has(field))]),
  };
}

/** That part of a selection which is about fields of one type. */
export function selectionOn(selection: Selection, type: ResourceType): Selection {
  return {
    attributes: new Set([...selection.attributes].filter((name) => type.attributes.has(name))),
    relationships: new Set([...selection.relationships].filter((name) => type.relationships.has(name))),
  };
}

/** All fields of a type. */
export function everything(type: ResourceType): Selection {
  return { attributes: new Set(type.attributes.keys()), relationships: new Set(type.relationships.keys()) };
}
