import type { Api, StoredAttributeName, TypeName } from '@linkage/core';
import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { linkAccessOf } from '../rules/create-request-access.ts';
import { findOthers } from '../rules/find-linked.ts';
import type { Reading } from '../rules/read-others.ts';
import type { ReadConditions } from '../rules/read-terms.ts';
import { type SubjectRecord, subjectRecord } from '../rules/subject-record.ts';
import { knownRows } from '../sources/gateway/known-rows.ts';
import { idOf } from '../sources/port/record-id.ts';
import { callWith } from '../sources/port/source-call.ts';

/** The resources of a type that a hook or an action reads. */
export interface ServerReadQuery<A extends Api, Type extends TypeName<A>> {
  /** Conditions that must all match, as rules `read` return them: also on attributes by which clients cannot filter. Default: none. */
  readonly filter?: ReadConditions<A, Type> | undefined;
  /** Attributes in order, such as `'-dueOn'`. Default: the order of the collection. */
  readonly sort?: readonly (SortKey<A, Type> | `-${SortKey<A, Type>}`)[] | undefined;
  /** A page; the first `number` is 1. Default: all resources; more than `limits.includedLinkage` are an error. */
  readonly page?: { readonly size: number; readonly number?: number | undefined } | undefined;
}

type SortKey<A extends Api, Type extends TypeName<A>> = 'id' | (StoredAttributeName<A, Type> & string);

/** Options of `find`. */
interface FindOptions {
  /** Whether to lock the row until the transaction ends. Default: false. */
  readonly forUpdate?: boolean | undefined;
}

/**
 * The functions with which hooks and actions read other resources in the transaction of the write, and as this write sees them. They do not ask
 * the access rules of the user; the row filters and the tenant of a source apply.
 */
export interface ServerReads<in out A extends Api = Api> {
  /**
   * Finds the record of another resource with all fields; undefined if there is none. A hook that only reads can call it in a list of operations:
   * the resources to which the operations link are then read together. With `forUpdate`, the row is locked until the transaction ends.
   */
  readonly find: <Type extends TypeName<A>>(
    type: Type,
    id: string,
    options?: FindOptions,
  ) => Promise<SubjectRecord<A, Type> | undefined>;
  /**
   * Lists the records of resources with all fields.
   *
   * @throws {TypeError} If the query is invalid, or more resources match than `limits.includedLinkage` and there is no `page`.
   * @example
   * const holds = await list('holds', { filter: [{ field: 'book', values: [id] }], sort: ['placedAt'] });
   */
  readonly list: <const Type extends TypeName<A>>(
    type: Type,
    query?: ServerReadQuery<A, Type>,
  ) => Promise<readonly SubjectRecord<A, Type>[]>;
  /** Counts resources. */
  readonly count: <const Type extends TypeName<A>>(
    type: Type,
    query?: Pick<ServerReadQuery<A, Type>, 'filter'>,
  ) => Promise<number>;
}

const lockTable: OptionTable = optionTable({ forUpdate: 'boolean' });

/**
 * Finds another resource for code of the application. In a list of operations, it reads those that operations name together, once between two
 * writes.
 *
 * @param written The type that a hook is about, whose resources are not read together.
 */
export async function findOther(
  { call, request }: Reading,
  written: string | undefined,
  name: string,
  id: string,
  options: FindOptions = {},
): Promise<object | undefined> {
  const access = linkAccessOf(request);
  const { forUpdate } = readOptions('find', options, lockTable);
  const known = forUpdate === true || name === written ? undefined : knownRows(call);
  const key = `find ${name}`;
  const others = known === undefined || known.linkage.has(key) ? [] : known.idsOf(name);
  known?.linkage.set(key, true);
  const locking = forUpdate === true ? callWith(call, { forUpdate }) : call;
  const found = await findOthers(access, name, [...new Set([id, ...others])], locking);
  const record = found.find((it) => idOf(name, it) === id);
  return record && subjectRecord(access.api, access.typeOf(name), record);
}

/** Lists or counts resources for code of the application. Most servers do neither, so bundles have the code in a file of its own. */
export async function readOthers(
  reading: Reading,
  how: 'list' | 'count',
  name: string,
  query?: object,
): Promise<unknown> {
  return (await import('../rules/read-others.ts'))[how](reading, name, query);
}
