import type { Api, StoredAttributeName, TypeName } from '@linkage/core';
import { linkAccessOf } from '../rules/create-request-access.ts';
import { type AnyQuery, findOthers, listOthers } from '../rules/read-others.ts';
import type { ReadConditions } from '../rules/read-terms.ts';
import { type SubjectRecord, subjectRecord } from '../rules/subject-record.ts';
import { knownRows } from '../sources/gateway/known-rows.ts';
import { idOf } from '../sources/port/record-id.ts';
import type { Change } from './change.ts';

/** The resources of a type that a hook reads. */
export interface HookQuery<A extends Api, Type extends TypeName<A>> {
  /** Conditions that must all match, as rules `read` return them: also on attributes by which clients cannot filter. Default: none. */
  readonly filter?: ReadConditions<A, Type> | undefined;
  /** Attributes in order, such as `'-dueOn'`. Default: the order of the collection. */
  readonly sort?: readonly (SortKey<A, Type> | `-${SortKey<A, Type>}`)[] | undefined;
  /** A page; the first `number` is 1. Default: all resources; more than `limits.includedLinkage` are an error. */
  readonly page?: { readonly size: number; readonly number?: number | undefined } | undefined;
}

type SortKey<A extends Api, Type extends TypeName<A>> = 'id' | (StoredAttributeName<A, Type> & string);

/**
 * The functions with which hooks read other resources in the transaction of the write, and as this write sees them. They do not ask the access
 * rules of the user; the row filters and the tenant of a source apply.
 */
export interface HookReads<in out A extends Api = Api> {
  /**
   * Finds the record of another resource with all fields; undefined if there is none. A hook that only reads can call it in a list of operations:
   * the resources to which the operations link are then read together.
   */
  readonly find: <Type extends TypeName<A>>(type: Type, id: string) => Promise<SubjectRecord<A, Type> | undefined>;
  /**
   * Lists the records of resources with all fields.
   *
   * @throws {TypeError} If the query is invalid, or more resources match than `limits.includedLinkage` and there is no `page`.
   * @example
   * const holds = await list('holds', { filter: [{ field: 'book', values: [id] }], sort: ['placedAt'] });
   */
  readonly list: <const Type extends TypeName<A>>(
    type: Type,
    query?: HookQuery<A, Type>,
  ) => Promise<readonly SubjectRecord<A, Type>[]>;
  /** Counts resources. */
  readonly count: <const Type extends TypeName<A>>(
    type: Type,
    query?: Pick<HookQuery<A, Type>, 'filter'>,
  ) => Promise<number>;
}

/** Finds another resource for a hook. In a list, it reads those that operations name together, once between two writes. */
export async function findOther(
  { operation: { call, request }, type: written }: Change,
  name: string,
  id: string,
): Promise<object | undefined> {
  const access = linkAccessOf(request);
  const known = name === written.name ? undefined : knownRows(call);
  const key = `find ${name}`;
  const others = known === undefined || known.linkage.has(key) ? [] : known.idsOf(name);
  known?.linkage.set(key, true);
  const found = await findOthers(access, name, [...new Set([id, ...others])], call);
  const record = found.find((it) => idOf(name, it) === id);
  return record && subjectRecord(access.api, access.typeOf(name), record);
}

/** Lists resources for a hook. */
export async function listOther(
  { operation: { call, request } }: Change,
  name: string,
  query: AnyQuery = {},
): Promise<readonly object[]> {
  const access = linkAccessOf(request);
  const { records } = await listOthers(access, name, query, call, false);
  return records.map((it) => subjectRecord(access.api, access.typeOf(name), it));
}

/** Counts resources for a hook. */
export async function countOther(
  { operation: { call, request } }: Change,
  name: string,
  query: AnyQuery = {},
): Promise<number | undefined> {
  return (await listOthers(linkAccessOf(request), name, query, call, true)).total;
}
