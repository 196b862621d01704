import { ownMember } from '../internal/members.ts';
import { conditionParts } from './condition-parts.ts';
import type { ConditionOrGroup, FilterCondition, FilterTerm } from './query.ts';

/** A condition of a filter on a field: `SourceTerm` of `@linkage/server`. */
export interface PathTerm extends FilterTerm {
  readonly through?: readonly (readonly FilterCondition[])[] | undefined;
}

/**
 * How a reader builds conditions, such as predicates, SQL, or strings. `Place` is whatever identifies a resource type there. The
 * functions are called in the order of the condition, those of the last step of a path first.
 */
export interface ConditionFold<Place, Built> {
  /** Returns the place that a relationship leads to. Undefined for another name, with which the field of a type begins. */
  readonly follow: (from: Place, relationship: string) => Place | undefined;
  /** Builds a comparison. The `field` of its term is a field of this type, `id`, or a member of an object, such as `data.city`. */
  readonly compare: (at: Place, term: FilterTerm) => Built;
  /** Builds the condition that a relationship contains any resource that matches a condition on the related type. */
  readonly any: (from: Place, relationship: string, to: Place, inner: Built) => Built;
  /** Builds the condition that all conditions match. */
  readonly and: (conditions: readonly Built[]) => Built;
  /** Builds the condition that any condition matches. */
  readonly or: (conditions: readonly Built[]) => Built;
  /** Builds the condition that a condition does not match. */
  readonly not: (condition: Built) => Built;
}

/** Returns the names of the relationships in the field of an order, such as `author.employer.name`, and the last name. */
export function stepsOf(field: string): { readonly relationships: readonly string[]; readonly name: string } {
  const relationships = field.split('.');
  const name = relationships.pop() as string;
  return { relationships, name };
}

/** A relationship on the way to a field. */
export interface PathStep<Place> {
  readonly from: Place;
  readonly relationship: string;
  readonly to: Place;
}

/**
 * Follows the field of a condition: the relationships at its beginning, such as `comments.author`. The rest is the field of the type at their
 * end: a name, or the path of a member in the objects of an attribute. This is the only place that tells them apart.
 */
export function followField<Place>(
  field: string,
  at: Place,
  follow: ConditionFold<Place, never>['follow'],
): { readonly steps: readonly PathStep<Place>[]; readonly end: Place; readonly name: string } {
  const steps: PathStep<Place>[] = [];
  let [from, name] = [at, field];
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.')) {
    const relationship = name.slice(0, dot);
    const to = follow(from, relationship);
    if (to === undefined) break;
    steps.push({ from, relationship, to });
    [from, name] = [to, name.slice(dot + 1)];
  }
  return { steps, end: from, name };
}

/** Returns the conditions on the resource behind each relationship of a field. Those of clients do not have this member. */
export function conditionsThrough(field: Pick<PathTerm, 'through'>): readonly (readonly FilterCondition[])[] {
  return (ownMember(field, 'through') ?? []) as readonly (readonly FilterCondition[])[];
}

/** Builds the condition of a term: walks along the relationships in its `field`, and applies `through` behind each of them. */
function foldTerm<Place, Built>(term: PathTerm, at: Place, fold: ConditionFold<Place, Built>): Built {
  const { steps, end, name } = followField(term.field, at, fold.follow);
  const through = conditionsThrough(term);
  return steps.reduceRight(
    (reached, { from, relationship, to }, index) => {
      const own = (through.at(index) ?? []).map((it) => foldCondition(it, to, fold));
      return fold.any(from, relationship, to, own.length === 0 ? reached : fold.and([reached, ...own]));
    },
    fold.compare(end, { field: name, operator: term.operator, values: term.values }),
  );
}

/**
 * Builds a condition: the only walk over groups and over the paths of their conditions.
 *
 * @param at The place of the type that the condition is about.
 */
export function foldCondition<Place, Built>(
  condition: ConditionOrGroup<PathTerm>,
  at: Place,
  fold: ConditionFold<Place, Built>,
): Built {
  const parts = conditionParts(condition);
  if (parts.kind === 'term') return foldTerm(parts.term, at, fold);
  const built = parts.conditions.map((it) => foldCondition(it, at, fold));
  return parts.kind === 'not' ? fold.not(built[0] as Built) : fold[parts.kind](built);
}
