import type { Api, AttributeName, TypeName } from '@linkage/core';
import {
  type AttributeInput,
  type AttributesOf,
  type OptionTable,
  optionTable,
  readOptions,
  type TimePartName,
} from '@linkage/core/internal';
import type { Client } from './client.ts';
import { ClientError } from './client-error.ts';
import type { ReadOptions } from './client-options.ts';
import type { IsUntyped, LinkKind, LinkName, LinkTarget } from './names.ts';
import type { Known, ListQuery } from './query.ts';
import { memberAt } from './setup.ts';

/** The value of an attribute in documents. */
type ValueOf<A extends Api, Type extends TypeName<A>, Name> =
  IsUntyped<A> extends true
    ? unknown
    : Name extends keyof AttributesOf<A, Type>
      ? Exclude<AttributeInput<A, Type, Name>, undefined>
      : never;

/** The attributes whose values can form groups, or have a least and a greatest one. */
type ComparedName<A extends Api, Type extends TypeName<A>> =
  IsUntyped<A> extends true ? string : AttributeName<A, Type>;

/** The relationships with at most one member. */
type ToOneName<A extends Api, Type extends TypeName<A>> = {
  [Name in LinkName<A, Type>]: LinkKind<A, Type, Name> extends 'to-one' ? Name : never;
}[LinkName<A, Type>];

/** The keys of groups. */
type KeyName<A extends Api, Type extends TypeName<A>> =
  IsUntyped<A> extends true
    ? string
    : ComparedName<A, Type> | ToOneName<A, Type> | `${ComparedName<A, Type>}.${TimePartName}`;

/** The value of a key of groups: a part of a time is a string, and a relationship has its linkage. */
type KeyValue<A extends Api, Type extends TypeName<A>, Name extends string> =
  IsUntyped<A> extends true
    ? unknown
    : Name extends keyof AttributesOf<A, Type>
      ? ValueOf<A, Type, Name>
      : Name extends LinkName<A, Type>
        ? { readonly type: LinkTarget<A, Type, Name>; readonly id: string }
        : string;

/** The sum of an attribute: exact numbers whose values are strings are added to a string. */
type SumOf<Value> = [Exclude<Value, string | null>] extends [never] ? string | null : number | string | null;

/** The attributes with numbers. A decimal number can be a string, but not a string of an enumeration. */
type AddedName<A extends Api, Type extends TypeName<A>> =
  IsUntyped<A> extends true
    ? string
    : {
        [Name in AttributeName<A, Type>]: string extends ValueOf<A, Type, Name>
          ? Name
          : [Extract<ValueOf<A, Type, Name>, number | bigint>] extends [never]
            ? never
            : Name;
      }[AttributeName<A, Type>];

/** The query of `readAggregates`: the parts of the groups, and the resources that they summarize. */
export interface AggregatesQuery<A extends Api, Type extends TypeName<A>>
  extends Pick<ListQuery<A, Type>, 'filter' | 'page' | 'parameters' | 'extensionParameters'> {
  /**
   * The attributes, to-one relationships, and parts of times (`createdAt.month`) whose equal values form a group, null too. Default: none, so that
   * all resources are one group.
   */
  readonly groupBy?: readonly KeyName<A, Type>[] | undefined;
  /** The attributes to add. */
  readonly sum?: readonly AddedName<A, Type>[] | undefined;
  /** The attributes whose least value is requested. */
  readonly min?: readonly ComparedName<A, Type>[] | undefined;
  /** The attributes whose greatest value is requested. */
  readonly max?: readonly ComparedName<A, Type>[] | undefined;
  /**
   * The page of the request, which does not change the groups. Default: `{ size: 0 }`, so that the response contains no resources. For a
   * server with other pages, pass their names, such as `{ limit: 0 }`.
   */
  readonly page?: ListQuery<A, Type>['page'];
}

/** The parts of a query that aggregate values. */
type Part = 'sum' | 'min' | 'max';

/** The names in a list, which can be absent from an object if the compiler does not know how many there are. */
type NamesIn<Query, Name extends 'groupBy' | Part> = Query extends { readonly [Key in Name]: readonly (infer Listed)[] }
  ? Listed & string
  : never;

type Listed<Query, Name extends 'groupBy' | Part, Values> = Query extends { readonly [Key in Name]: readonly unknown[] }
  ? number extends Query[Name]['length']
    ? Partial<Values>
    : Values
  : undefined;

/** A group of resources with equal values. Parts that the query does not ask for are absent. */
export interface AggregatesGroup<A extends Api, Type extends TypeName<A>, Query> {
  /** The values that the resources of the group have in common, by attribute. */
  readonly by: Listed<
    Query,
    'groupBy',
    { readonly [Name in NamesIn<Query, 'groupBy'>]: KeyValue<A, Type, Name> | null }
  >;
  /** The number of resources. */
  readonly count: number;
  /** The sums by attribute: strings with all digits for attributes of strings, and where a number loses digits. Null if no resource has a value. */
  readonly sum: Listed<Query, 'sum', { readonly [Name in NamesIn<Query, 'sum'>]: SumOf<ValueOf<A, Type, Name>> }>;
  /** The least values by attribute. Null if no resource has a value. */
  readonly min: Listed<Query, 'min', { readonly [Name in NamesIn<Query, 'min'>]: ValueOf<A, Type, Name> | null }>;
  /** The greatest values by attribute. Null if no resource has a value. */
  readonly max: Listed<Query, 'max', { readonly [Name in NamesIn<Query, 'max'>]: ValueOf<A, Type, Name> | null }>;
}

const queryMembers: OptionTable = optionTable(
  {
    groupBy: 'array of strings',
    sum: 'array of strings',
    min: 'array of strings',
    max: 'array of strings',
    filter: 'array of objects',
    page: 'object',
    parameters: 'object',
    extensionParameters: 'object',
  },
  'member',
);

const textOf = (names: readonly string[] | undefined): string | undefined => names?.join(',');

/**
 * Reads counts, sums, and extreme values of a collection from a server with the profile `aggregates`. If the server applies the profile only
 * on request, the option `profiles` of the client must contain its URI.
 *
 * @returns The groups, in the order of the server. Without `groupBy`, one group of all resources.
 * @throws {JsonApiError} If the server rejects the request, for example because it cannot aggregate an attribute.
 * @throws {ClientError} If the response does not contain the groups, like every response of a server that ignores the parameters.
 * @throws {TypeError} If a member of the query is unknown.
 * @see https://github.com/linkage-js/linkage/blob/main/docs/profiles/aggregates.md
 * @example
 * const groups = await readAggregates(client, 'issues', { groupBy: ['owner', 'createdAt.month'], sum: ['points'] });
 */
export async function readAggregates<
  A extends Api,
  Type extends TypeName<A>,
  const Query extends AggregatesQuery<A, Type>,
>(
  client: Client<A>,
  type: Type,
  query: Query & Known<Query, AggregatesQuery<A, Type>>,
  options?: Pick<ReadOptions, 'signal'>,
): Promise<readonly AggregatesGroup<A, Type, Query>[]> {
  const given = readOptions('readAggregates', query as object as AggregatesQuery<Api, string>, queryMembers);
  const { groupBy = [], sum, min, max, page = { size: 0 }, parameters, ...others } = given;
  const asked = { groupBy: textOf(groupBy), sumOf: textOf(sum), minOf: textOf(min), maxOf: textOf(max) };
  const untyped = client as unknown as Client<Api>;
  const answer = await untyped.list(type, { ...others, page, parameters: { ...parameters, ...asked } }, options);
  const groups = memberAt(answer.document, 'meta', 'aggregates');
  if (Array.isArray(groups) && groups.every((group) => typeof memberAt(group, 'count') === 'number')) return groups;
  const message = `The response of ${client.baseUrl} for "${type}" must contain \`meta.aggregates\`.`;
  throw new ClientError('not-json-api', message, undefined, answer.status);
}
