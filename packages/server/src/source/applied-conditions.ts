import type { FilterCondition, FilterOperator, FilterTerm } from '@linkage/core';
import { hasOwn } from '@linkage/core/internal';
import { conditionParts } from '@linkage/core/records';

/** The methods of a source that apply conditions themselves, and the types that they can apply them to. */
export interface AppliedConditions {
  /**
   * The source's `list`, `stream`, `find`, and `related` methods that apply `conditions` and `through`. Compared by identity, so
   * that a source that spreads another source and replaces a method does not state this for its own method.
   */
  readonly methods: readonly ((...given: never) => unknown)[];
  /** The types whose resources these methods can compare: the source's own type, and the types in the same database. */
  readonly types: readonly string[];
  /**
   * The operators that these methods apply, also to null in conditions on relationships. Default: `eq`, `lt`, `le`,
   * `gt`, and `ge`, without null in conditions on relationships. The server refuses all other conditions of a client.
   */
  readonly operators?: readonly FilterOperator[] | undefined;
  /**
   * Whether these methods apply groups, and conditions of rules on paths such as `author.name`. Default: false. The
   * server then refuses groups of a client.
   */
  readonly groups?: boolean | undefined;
}

/** Returns the value of `appliesConditions`, or undefined if it is invalid, because then nothing is stated. */
export function statedConditions(
  source: { readonly appliesConditions?: unknown } | undefined,
): AppliedConditions | undefined {
  const stated = source?.appliesConditions as Partial<AppliedConditions> | null | undefined;
  if (typeof stated !== 'object' || stated === null) return undefined;
  const { methods, types } = stated;
  return Array.isArray(methods) && Array.isArray(types) ? (stated as AppliedConditions) : undefined;
}

/** The conditions that a method of a source applies. */
export interface Applicable {
  readonly operators: ReadonlySet<string>;
  /** Whether a condition on a relationship can contain null. */
  readonly nulls: boolean;
  readonly groups: boolean;
}

const first: Applicable = {
  operators: new Set<FilterOperator>(['eq', 'lt', 'le', 'gt', 'ge']),
  nulls: false,
  groups: false,
};

/** Returns the conditions that a method of a source applies: without a statement, only those that every source knows. */
export function applicableTo(
  source: { readonly appliesConditions?: unknown } | undefined,
  name: 'list' | 'stream' | 'find' | 'related',
): Applicable {
  const stated = statedConditions(source);
  const method = (source as Readonly<Record<string, unknown>> | undefined)?.[name];
  if (stated === undefined || !(stated.methods as readonly unknown[]).includes(method)) return first;
  const { operators, groups } = stated;
  return {
    operators: Array.isArray(operators) ? new Set(operators) : first.operators,
    nulls: Array.isArray(operators),
    groups: groups === true,
  };
}

/** A condition that a method does not apply: the kind of a group, or a condition on a field. */
export type Inapplicable = { readonly group: 'and' | 'or' | 'not' } | { readonly term: FilterTerm };

/**
 * Returns the first condition that a method does not apply, or undefined if it applies all of them.
 *
 * @param isRelationship Whether a field ends with a relationship.
 */
export function inapplicable(
  { operators, nulls, groups }: Applicable,
  conditions: readonly FilterCondition[],
  isRelationship: (field: string) => boolean,
): Inapplicable | undefined {
  for (const condition of conditions) {
    const parts = conditionParts(condition);
    if (parts.kind !== 'term') {
      if (!groups) return { group: parts.kind };
      const found = inapplicable({ operators, nulls, groups }, parts.conditions, isRelationship);
      if (found !== undefined) return found;
      continue;
    }
    const { term } = parts;
    const isKnown =
      operators.has(term.operator) && (nulls || !term.values.includes(null) || !isRelationship(term.field));
    if (!isKnown) return { term };
  }
  return undefined;
}

/** Describes a condition that a method does not apply, for an error message. */
export function describeInapplicable(found: Inapplicable): string {
  if (hasOwn(found, 'group')) return `the group \`${found.group}\``;
  const { operator, field, values } = found.term;
  return values.includes(null) && operator === 'eq'
    ? `null for \`${field}\``
    : `the operator "${operator}" for \`${field}\``;
}
