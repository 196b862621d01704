import type { ConditionOrGroup, FilterTerm } from '../query/query.ts';
import { type ColumnOperator, comparisonOf } from './comparison.ts';
import type { Key } from './key.ts';
import { type PathTerm, pathCondition } from './path-condition.ts';
import type { StoredTypes } from './stored-types.ts';

/** How a library writes conditions. `type` is a resource type, and `field` a field with a column in its table, or `id`. */
export interface ConditionBuilder<Condition> {
  /** A comparison with a value that the column can be compared with. */
  readonly compare: (type: string, field: string, operator: ColumnOperator, value: unknown) => Condition;
  /** Whether a column is NULL, or is not NULL. */
  readonly isNull: (type: string, field: string, isNull: boolean) => Condition;
  /** Whether a column has one of these keys. The list can be empty. */
  readonly oneOf: (type: string, field: string, keys: readonly Key[]) => Condition;
  /** Whether a relationship contains any resource of the target type that matches a condition. */
  readonly anyRelated: (type: string, relationship: string, target: string, condition: Condition) => Condition;
  readonly and: (conditions: readonly Condition[]) => Condition;
  /** Whether any of these conditions matches. The list can be empty. */
  readonly or: (conditions: readonly Condition[]) => Condition;
}

/** Builds the condition of a filter term with the builder of a library. */
export function storageCondition<Condition>(
  types: StoredTypes,
  type: string,
  condition: ConditionOrGroup<PathTerm>,
  build: ConditionBuilder<Condition>,
): Condition {
  function compare(place: string, { field, operator, values }: FilterTerm): Condition {
    const stored = types.typeOf(place);
    const column = stored.columns.get(field);
    if (field === 'id' || stored.type.relationships.has(field)) {
      if (operator !== 'eq') throw new TypeError(`A filter of \`${field}\` must have the operator "eq".`);
      const target = field === 'id' ? place : types.targetOf(place, field).type.name;
      const keys = types.keysOf(target, values.map(String));
      if (column !== undefined) return build.oneOf(place, field, keys);
      return build.anyRelated(place, field, target, build.oneOf(target, 'id', keys));
    }
    if (column === undefined) throw new TypeError(`\`${place}.${field}\` does not have a column.`);
    const compared = values.map((value) => {
      // Null is neither less nor greater than any value.
      if (value === null) return operator === 'eq' ? build.isNull(place, field, true) : build.or([]);
      const comparison = comparisonOf(column.type, operator, value, types.rules);
      if (comparison === 'none') return build.or([]);
      if (comparison === 'all') return build.isNull(place, field, false);
      return build.compare(place, field, comparison.operator, comparison.value);
    });
    const [only, ...others] = compared;
    return only !== undefined && others.length === 0 ? only : build.or(compared);
  }
  return pathCondition<string, Condition>(type, condition, {
    follow: (from, relationship) => types.targetOf(from, relationship).type.name,
    any: (from, relationship, to, condition) => build.anyRelated(from, relationship, to, condition),
    compare,
    all: build.and,
  });
}
