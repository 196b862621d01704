import type { FilterOperator } from '@linkage/core';
import { describeValue, pickMembers } from '@linkage/core/internal';

/** The methods of a source that apply conditions themselves, and the types that they can apply them to. */
export interface AppliedFilters {
  /**
   * The source's `list`, `stream`, `find`, and `related` methods that apply `conditions` and `through`, and its `update` and `delete`
   * methods that apply `conditions`. Compared by identity, so that a source that spreads another source and replaces a method does not
   * state this for its own method.
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
  /**
   * Whether these methods apply conditions on members of objects, such as `data.city`. Default: false. A type whose `filter` names members
   * then cannot have the source.
   */
  readonly members?: boolean | undefined;
  /**
   * Whether these methods apply the conditions of rules in `through` of `sort`, too. Default: false. The server then rejects an order by a
   * field of related resources of which the user can read only some.
   */
  readonly sort?: boolean | undefined;
  /**
   * Whether `related` applies `filter`, `sort`, and `page` to the members of each of several resources at once. Default: false. The server
   * then rejects `relatedQuery` parameters with a filter or an order.
   */
  readonly parents?: boolean | undefined;
  /**
   * The fields that the record of a resource itself stores, of the source's own type: `id`, attributes, and to-one relationships. Nothing
   * computes them from other records, and no write of another type changes these records, except the links of their relationships. Until a
   * write of the type, the operations of a list then share what was read, and what these methods decided. Default: none; they read again after
   * each write.
   */
  readonly stored?: readonly string[] | undefined;
  /** Of the fields in `stored`, those that an update can change although its input does not contain them, such as a state. Default: none. */
  readonly derived?: readonly string[] | undefined;
}

declare const contextType: unique symbol;

/** Declares that methods of a source read the context, and which type it has. The value is an empty object: only the compiler knows the type. */
export interface ReadsContext<out Context = unknown> {
  readonly [contextType]?: Context;
}

/** The declared query parameters that methods of a source read. */
export interface ParameterReads {
  /**
   * The source's `list`, `stream`, and `related` methods. Compared by identity, so that a source that spreads another
   * source and replaces a method does not declare this for its own method.
   */
  readonly methods: readonly ((...given: never) => unknown)[];
  /** The names of the query parameters that these methods apply. Empty if they apply none. */
  readonly names: readonly string[];
}

/** The declarations of a source whose absence it can explain. `create`: it is one statement. `pages`: those of each order are read by an index. */
export type ExplainedStatement = `${'create' | 'update'}${'' | 'All'}` | 'returnsWritten' | 'checksLinks' | 'pages';

/** Why a source does not declare something: sentences for developers. */
export type SourceObstacles = { readonly [Name in ExplainedStatement]?: readonly string[] };

const conditionMembers = [
  'methods',
  'types',
  'operators',
  'groups',
  'identifiers',
  'members',
  'sort',
  'parents',
  'stored',
  'derived',
] as const;

/** Returns the value of `appliesFilters`, or undefined if it is invalid, because then nothing is declared. */
export function readConditions(given: unknown): AppliedFilters | undefined {
  const declared = pickMembers(Object(given) as AppliedFilters, conditionMembers);
  return Array.isArray(declared.methods) && Array.isArray(declared.types) ? (declared as AppliedFilters) : undefined;
}

function isListOf(value: unknown, kind: 'function' | 'string'): boolean {
  return Array.isArray(value) && value.every((it) => typeof it === kind);
}

/** Reads the value of `readsParameters`. */
export function readParameters(where: string, given: unknown): readonly ParameterReads[] {
  if (given === undefined) return [];
  if (!Array.isArray(given))
    throw new TypeError(`${where}: \`readsParameters\` must be an array, but it is ${describeValue(given)}.`);
  return given.map((it: unknown, index) => {
    const declared = pickMembers(Object(it) as ParameterReads, ['methods', 'names']);
    if (isListOf(declared.methods, 'function') && isListOf(declared.names, 'string')) return declared as ParameterReads;
    const form = '{ methods: [list], names: ["searchText"] }';
    throw new TypeError(`${where}: \`readsParameters[${index}]\` must be an object like ${form}.`);
  });
}

/** The field of conditions on the version, and the relationships whose links change only with it. */
export interface ComparesVersion {
  readonly field: string;
  readonly relationships: ReadonlySet<string>;
}

/** Returns how a source compares versions, unless it has replaced its version or one of the methods. */
export function readComparesVersion(
  source: { readonly [Name in 'update' | 'delete' | 'version' | 'comparesVersion']?: unknown },
): ComparesVersion | undefined {
  const { methods, version, field, relationships } = Object(source.comparesVersion);
  const isOwn = (['update', 'delete'] as const).every(
    (name) => Array.isArray(methods) && methods.includes(source[name]),
  );
  if (!isOwn || version === undefined || version !== source.version || typeof field !== 'string') return undefined;
  return Object.freeze({ field, relationships: new Set<string>(Array.isArray(relationships) ? relationships : []) });
}
