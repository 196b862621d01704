import type { Api, FilterCondition, FilterTerm, MessagePart, ResourceType } from '@linkage/core';
import {
  attributeAt,
  conditionMessages,
  followField,
  isIdentifierValue,
  messagePart,
  rejection,
  termsIn,
} from '@linkage/core/internal';
import { conditionParts } from '@linkage/core/records';
import type { Applies } from '../port/can.ts';
import type { CollectionQuery, RelatedQuery, StreamQuery } from '../port/data-source.ts';

/** A condition that a method does not apply, for error messages. */
interface Unapplied {
  readonly what: MessagePart;
  /** The parameter of a client's request. */
  readonly parameter: string;
}

/** Returns the parameter of a condition on a field. */
export function filterParameter({ field, operator }: FilterTerm): string {
  return operator === 'eq' ? `filter[${field}]` : `filter[${field}][${operator}]`;
}

/** A type of an API, or undefined if it does not exist. */
type MaybeType = ResourceType | undefined;

/** Returns the types behind the relationships of a field such as `author.name`, the type at its end, and the name in it. */
export function followTypes(
  api: Api,
  type: string,
  field: string,
): { readonly reached: readonly MaybeType[]; readonly end: MaybeType; readonly name: string } {
  const followed = followField<{ readonly type: MaybeType }>(
    field,
    { type: api.types.get(type) },
    ({ type: at }, step) =>
      at?.attributes.has(step) ? undefined : { type: api.types.get(at?.relationships.get(step)?.targets.at(0) ?? '') },
  );
  return { reached: followed.steps.map(({ to }) => to.type), end: followed.end.type, name: followed.name };
}

function describeUnapplied(api: Api, type: string, applies: Applies, term: FilterTerm): MessagePart | undefined {
  const { field, operator, values } = term;
  if (!applies.operators.has(operator))
    return messagePart(conditionMessages, 'condition.operator', { operator, field });
  // Only rules can use fields that the type does not declare.
  if (!applies.groups && /(?:^|\.)@/.test(field)) return messagePart(conditionMessages, 'condition.field', { field });
  const followed = () => followTypes(api, type, field);
  if (!applies.members && field.includes('.')) {
    const { end, name } = followed();
    if (end?.attributes.has(name) === false && attributeAt(end, name) !== undefined)
      return messagePart(conditionMessages, 'condition.field', { field });
  }
  const isLinkage = () => {
    const { end, name } = followed();
    return end?.relationships.has(name) === true;
  };
  if (!applies.identifiers && values.some(isIdentifierValue) && isLinkage())
    return messagePart(conditionMessages, 'condition.identifier', { field });
  if (applies.nulls || !values.includes(null) || !isLinkage()) return undefined;
  return messagePart(conditionMessages, 'condition.null', { field });
}

/** Returns the first condition on resources of a type that a method does not apply, or undefined if it applies all of them. */
export function unapplied(
  api: Api,
  type: string,
  applies: Applies,
  conditions: readonly FilterCondition[],
): Unapplied | undefined {
  for (const condition of conditions) {
    const { kind } = conditionParts(condition);
    if (kind !== 'term' && !applies.groups)
      return { what: messagePart(conditionMessages, 'condition.group', { kind }), parameter: 'filter' };
    for (const term of termsIn([condition])) {
      const what = describeUnapplied(api, type, applies, term);
      if (what !== undefined) return { what, parameter: filterParameter(term) };
    }
  }
  return undefined;
}

/**
 * Rejects conditions that a source does not declare to apply. A source that was written before an operator existed would read it
 * as equality, and return other resources.
 *
 * @throws {JsonApiError} 400 with the parameter of the condition.
 */
export function assertConditionsApply(
  api: Api,
  type: string,
  applies: Applies,
  conditions: readonly FilterCondition[],
): void {
  const found = unapplied(api, type, applies, conditions);
  if (found === undefined) return;
  const { what: condition, parameter } = found;
  throw rejection('FILTER_NOT_SUPPORTED.condition', { type, condition }, { parameter });
}

/** Returns the conditions of a query that its source must apply. A source can ignore those of included members. */
export function requiredConditions(
  method: 'list' | 'related' | 'stream',
  query: CollectionQuery | RelatedQuery | StreamQuery,
): readonly FilterCondition[] {
  const isRequired = method !== 'related' || (query as RelatedQuery).page !== undefined;
  return isRequired ? (query.filter ?? []) : [];
}
