import type { FilterCondition, FilterOperator, FilterTerm } from '@linkage/core';
import { hasOwn } from '@linkage/core/internal';
import { conditionParts } from '@linkage/core/records';
import { isIdentifier } from './wanted-resources.ts';

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
   * `gt`, and `ge`, without null in conditions on relationships. The server rejects all other conditions of a client.
   */
  readonly operators?: readonly FilterOperator[] | undefined;
  /**
   * Whether these methods apply groups, and conditions of rules on paths such as `author.name`. Default: false. The
   * server then rejects groups of a client.
   */
  readonly groups?: boolean | undefined;
  /**
   * Whether these methods apply identifiers, `{ type, id }`, as values of conditions on relationships with several target
   * types, beside ids. Only `read` rules contain them. Default: false.
   */
  readonly identifiers?: boolean | undefined;
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
  /** Whether a condition on a relationship can contain identifiers. */
  readonly identifiers: boolean;
}

const first: Applicable = {
  operators: new Set<FilterOperator>(['eq', 'lt', 'le', 'gt', 'ge']),
  nulls: false,
  groups: false,
  identifiers: false,
};

/** Returns the conditions that a method of a source applies: without a statement, only those that every source knows. */
export function applicableTo(
  source: { readonly appliesConditions?: unknown } | undefined,
  name: 'list' | 'stream' | 'find' | 'related',
): Applicable {
  const stated = statedConditions(source);
  const method = (source as Readonly<Record<string, unknown>> | undefined)?.[name];
  if (stated === undefined || !(stated.methods as readonly unknown[]).includes(method)) return first;
  const { operators, groups, identifiers } = stated;
  return {
    operators: Array.isArray(operators) ? new Set(operators) : first.operators,
    nulls: Array.isArray(operators),
    groups: groups === true,
    identifiers: identifiers === true,
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
  applicable: Applicable,
  conditions: readonly FilterCondition[],
  isRelationship: (field: string) => boolean,
): Inapplicable | undefined {
  const { operators, nulls, groups, identifiers } = applicable;
  for (const condition of conditions) {
    const parts = conditionParts(condition);
    if (parts.kind !== 'term') {
      if (!groups) return { group: parts.kind };
      const found = inapplicable(applicable, parts.conditions, isRelationship);
      if (found !== undefined) return found;
      continue;
    }
    const { term } = parts;
    const { operator, values, field } = term;
    const hasKnownValues = (nulls || !values.includes(null)) && (identifiers || !values.some(isIdentifier));
    if (!operators.has(operator) || (!hasKnownValues && isRelationship(field))) return { term };
  }
  return undefined;
}

/** Describes a condition that a method does not apply, for an error message. */
export function describeInapplicable(found: Inapplicable): string {
  if (hasOwn(found, 'group')) return `the group \`${found.group}\``;
  const { operator, field, values } = found.term;
  if (values.some(isIdentifier)) return `an identifier for \`${field}\``;
  return values.includes(null) && operator === 'eq'
    ? `null for \`${field}\``
    : `the operator "${operator}" for \`${field}\``;
}
