import type { FilterOperator, FilterTerm } from '@linkage/core';
import { isTextOperator } from '@linkage/core/internal';
import { foldCondition } from '@linkage/core/records';
import type { SourceCondition } from '@linkage/server';
import { canCompare } from '../columns/column-values.ts';
import { type ColumnOperator, comparisonOf } from '../columns/comparison.ts';
import type { Key } from '../columns/key.ts';
import { holdsText, type TextMatch, textMatchOf } from '../columns/text-match.ts';
import { notText } from '../failures/source-errors.ts';
import type { ResolvedColumn, StoredTypes } from './stored-types.ts';

/**
 * How a library writes conditions. `type` is a resource type, and `property` the property of a column in its rows. The lists
 * can be empty: `and` of no conditions matches everything, and `or` matches nothing.
 */
export interface ConditionBuilder<Condition> {
  /** A comparison with a value that the column can be compared with. */
  readonly compare: (type: string, property: string, operator: ColumnOperator, value: unknown) => Condition;
  /** A comparison with a text. Without it, the sources do not state the operators of texts. */
  readonly matches?: ((type: string, property: string, match: TextMatch) => Condition) | undefined;
  /** Whether a column is NULL, or is not NULL. */
  readonly isNull: (type: string, property: string, isNull: boolean) => Condition;
  /** Whether a column has one of these keys. The list can be empty. */
  readonly oneOf: (type: string, property: string, keys: readonly Key[]) => Condition;
  /** Whether a relationship contains any resource of the target type that matches a condition. */
  readonly anyRelated: (type: string, relationship: string, target: string, condition: Condition) => Condition;
  readonly and: (conditions: readonly Condition[]) => Condition;
  readonly or: (conditions: readonly Condition[]) => Condition;
  /**
   * The opposite of a single condition. Rows in which a column is NULL are added where they are needed. Without it, the
   * sources state neither the operators besides `eq`, `lt`, `le`, `gt`, and `ge`, nor groups.
   */
  readonly not?: ((condition: Condition) => Condition) | undefined;
}

/** A condition, and its opposite. Each is built only if it is needed. */
interface Sides<Condition> {
  readonly yes: () => Condition;
  readonly no: () => Condition;
}

/** Builds the condition of a filter term or of a group with the builder of a library. */
export function storageCondition<Condition>(
  types: StoredTypes,
  type: string,
  condition: SourceCondition,
  build: ConditionBuilder<Condition>,
): Condition {
  const { and, or } = build;
  type Both = Sides<Condition>;
  const nothing: Both = { yes: () => or([]), no: () => and([]) };

  function opposite(wanted: Condition): Condition {
    if (build.not === undefined) throw new TypeError('The condition needs `not` in the builder of conditions.');
    return build.not(wanted);
  }
  const anyOf = (sides: readonly Both[]): Both => {
    const [only, ...others] = sides;
    if (only !== undefined && others.length === 0) return only;
    return { yes: () => or(sides.map(({ yes }) => yes())), no: () => and(sides.map(({ no }) => no())) };
  };
  const allOf = (sides: readonly Both[]): Both => ({
    yes: () => and(sides.map(({ yes }) => yes())),
    no: () => or(sides.map(({ no }) => no())),
  });
  const reversed = ({ yes, no }: Both): Both => ({ yes: no, no: yes });

  function isNull(place: string, { property, nullable }: ResolvedColumn): Both {
    if (!nullable) return nothing;
    return { yes: () => build.isNull(place, property, true), no: () => build.isNull(place, property, false) };
  }
  /** A condition that no row matches in which the column is NULL. */
  function known(place: string, column: ResolvedColumn | undefined, yes: () => Condition): Both {
    if (column?.nullable !== true) return { yes, no: () => opposite(yes()) };
    return { yes, no: () => or([build.isNull(place, column.property, true), opposite(yes())]) };
  }

  function ordered(place: string, column: ResolvedColumn, operator: FilterOperator, value: unknown): Both {
    // Null is neither less nor greater than any value.
    if (value === null) return operator === 'eq' ? isNull(place, column) : nothing;
    const comparison = comparisonOf(column.type, operator, value, types.rules);
    if (comparison === 'none') return nothing;
    if (comparison === 'all') return reversed(isNull(place, column));
    const { operator: own, value: compared } = comparison;
    return known(place, column, () => build.compare(place, column.property, own, column.encode(compared)));
  }

  function textual(place: string, column: ResolvedColumn, term: FilterTerm): readonly Both[] {
    const { operator, values } = term;
    if (!holdsText(column.type)) throw notText(place, term);
    // No column has a text that the database cannot store.
    const texts = values.filter((it) => typeof it === 'string' && canCompare(column.type, it, types.rules));
    return (texts as readonly string[]).map((text) => {
      const match = textMatchOf(operator, text) as TextMatch;
      if (build.matches === undefined) throw new TypeError('The condition needs `matches` in the builder.');
      const matches = build.matches;
      return known(place, column, () => matches(place, column.property, match));
    });
  }

  function attribute(place: string, column: ResolvedColumn, term: FilterTerm): Both {
    const { operator, values } = term;
    if (operator === 'ne') return reversed(attribute(place, column, { ...term, operator: 'eq' }));
    if (isTextOperator(operator)) return anyOf(textual(place, column, term));
    if (operator === 'between') {
      const [least = null, greatest = null] = values;
      return allOf([ordered(place, column, 'ge', least), ordered(place, column, 'le', greatest)]);
    }
    return anyOf(values.map((value) => ordered(place, column, operator, value)));
  }

  function keyed(place: string, field: string, values: readonly unknown[]): Both {
    const column = types.typeOf(place).columns.get(field);
    const target = field === 'id' ? place : types.targetOf(place, field).type.name;
    const ids = values.filter((value) => value !== null).map(String);
    const keys = types.keysOf(target, ids);
    const related = (condition: Condition): Both => {
      const yes = () => build.anyRelated(place, field, target, condition);
      return { yes, no: () => opposite(yes()) };
    };
    const oneOf =
      column !== undefined
        ? known(place, column, () => build.oneOf(place, column.property, keys))
        : related(build.oneOf(target, types.typeOf(target).id.property, keys));
    if (ids.length === values.length) return oneOf;
    const isEmpty = column === undefined ? reversed(related(and([]))) : isNull(place, column);
    return ids.length === 0 ? isEmpty : anyOf([isEmpty, oneOf]);
  }

  function compare(place: string, term: FilterTerm): Both {
    const { field, operator, values } = term;
    const stored = types.typeOf(place);
    if (field === 'id' || stored.type.relationships.has(field)) {
      if (operator !== 'eq' && operator !== 'ne')
        throw new TypeError(`A filter of \`${field}\` must have the operator "eq" or "ne".`);
      const equal = keyed(place, field, values);
      return operator === 'eq' ? equal : reversed(equal);
    }
    const column = stored.columns.get(field);
    if (column === undefined) throw new TypeError(`\`${place}.${field}\` does not have a column.`);
    return attribute(place, column, term);
  }

  return foldCondition<string, Both>(condition, type, {
    follow: (from, relationship) => types.targetOf(from, relationship).type.name,
    compare,
    any(from, relationship, to, inner) {
      const column = types.typeOf(from).columns.get(relationship);
      return known(from, column, () => build.anyRelated(from, relationship, to, inner.yes()));
    },
    and: allOf,
    or: anyOf,
    not: reversed,
  }).yes();
}
