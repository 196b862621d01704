import { conditionParts, throughOf } from './condition-parts.ts';
import type { ConditionOrGroup, FilterCondition, FilterTerm } from './query.ts';

/** A condition of a filter on a field: `SourceTerm` of `@linkage/server`. */
export interface PathTerm extends FilterTerm {
  readonly through?: readonly (readonly FilterCondition[])[] | undefined;
}

/** How a source builds conditions. `Place` is whatever identifies a resource type in a statement. */
export interface PathBuilder<Place, Condition> {
  /** Returns the place that a relationship leads to. `depth` is 1 for the first relationship of a path. */
  readonly follow: (from: Place, relationship: string, depth: number) => Place;
  /** Returns whether a relationship contains any resource that matches a condition on the related type. */
  readonly any: (from: Place, relationship: string, to: Place, condition: Condition) => Condition;
  /** Returns the condition of a term whose `field` is a field of this type, or `id`. */
  readonly compare: (place: Place, term: FilterTerm) => Condition;
  /** Returns whether two or more conditions match. */
  readonly all: (conditions: readonly Condition[]) => Condition;
}

/** Returns the names of the relationships in a field such as `comments.author.name`, and the last name. */
export function stepsOf(field: string): { readonly relationships: readonly string[]; readonly name: string } {
  const relationships = field.split('.');
  const name = relationships.pop() as string;
  return { relationships, name };
}

/**
 * Returns the condition on a field that a condition is. The server passes groups only to sources that state them.
 *
 * @throws {TypeError} If it is a group.
 */
function termOf<Term extends object>(condition: ConditionOrGroup<Term>): Term {
  const parts = conditionParts(condition);
  if (parts.kind === 'term') return parts.term;
  throw new TypeError(
    `pathCondition: the condition must not be a group, but it is \`${parts.kind}\`. Take it apart with \`conditionParts\`.`,
  );
}

/**
 * Builds the condition of a filter term: walks along the relationships in its `field`, and applies `through` to the
 * resource behind each relationship.
 *
 * @throws {TypeError} If the condition, or one of `through`, is a group.
 */
export function pathCondition<Place, Condition>(
  start: Place,
  condition: ConditionOrGroup<PathTerm>,
  builder: PathBuilder<Place, Condition>,
): Condition {
  return conditionFrom(start, 0, condition, builder);
}

/** `depth` is the number of relationships before the start. */
function conditionFrom<Place, Condition>(
  start: Place,
  depth: number,
  condition: ConditionOrGroup<PathTerm>,
  builder: PathBuilder<Place, Condition>,
): Condition {
  const { follow, any, compare, all } = builder;
  const term = termOf(condition);
  const { relationships, name } = stepsOf(term.field);
  let place = start;
  const steps = relationships.map((relationship, index) => {
    const from = place;
    place = follow(from, relationship, depth + index + 1);
    return { from, relationship, to: place };
  });
  const through = throughOf(term);
  return steps.reduceRight(
    (reached, { from, relationship, to }, index) => {
      // The condition of a rule can be on a path itself.
      const own = (through?.at(index) ?? []).map((it) => conditionFrom(to, depth + index + 1, it, builder));
      return any(from, relationship, to, own.length === 0 ? reached : all([reached, ...own]));
    },
    compare(place, { field: name, operator: term.operator, values: term.values }),
  );
}
