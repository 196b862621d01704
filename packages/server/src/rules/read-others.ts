import type { ResourceType } from '@linkage/core';
import { andThen, type OptionTable, optionTable, ownPage, readOptions } from '@linkage/core/internal';
import { unapplied } from '../sources/gateway/assert-conditions-apply.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import type { Awaitable, CollectionQuery, SourceCall, SourcePage, SourceRecord } from '../sources/port/data-source.ts';
import { selectionOf } from '../sources/port/selection.ts';
import { allFieldsOf } from './access-filter.ts';
import type { RuledRequest } from './context.ts';
import { linkAccessOf } from './create-request-access.ts';
import { sourceFor } from './find-linked.ts';
import { neverMatches, readCondition } from './read-condition.ts';
import type { LinkAccess } from './request-access.ts';
import { subjectRecord } from './subject-record.ts';

/** A query of code of the application, without the types of an API. */
export interface OwnQuery {
  readonly filter?: readonly unknown[] | undefined;
  readonly sort?: readonly string[] | undefined;
  readonly page?: { readonly size: number; readonly number?: number | undefined } | undefined;
}

const queryTable: OptionTable = optionTable({ filter: 'array', sort: 'array of strings', page: 'object' }, 'member');
const pageTable: OptionTable = optionTable({ size: 'number', number: 'number' }, 'member');

function sortOf(where: string, type: ResourceType, keys: readonly string[] | undefined): CollectionQuery['sort'] {
  if (keys === undefined) return type.defaultSort;
  return keys.map((key) => {
    const descending = key.startsWith('-');
    const field = descending ? key.slice(1) : key;
    const attribute = type.attributes.get(field);
    if (field === 'id' || (attribute !== undefined && attribute.compute === undefined)) return { field, descending };
    throw new TypeError(`${where}: \`sort\` must contain "id" or stored attributes of "${type.name}", such as "-id".`);
  });
}

/** Returns the page that a hook reads. Without one, it reads all resources, and one more would be too many. */
function pageOf(where: string, most: number, given: OwnQuery['page']): CollectionQuery['page'] {
  if (given === undefined) return { offset: 0, limit: most + 1 };
  const { size, number = 1 } = readOptions(`${where}: page`, given, pageTable);
  if (Number.isSafeInteger(size * number) && size >= 1 && size <= most && number >= 1)
    return { offset: (number - 1) * size, limit: size };
  throw new TypeError(`${where}: \`page\` must have a \`size\` from 1 to ${most}, and a \`number\` from 1.`);
}

/**
 * Reads resources of a type for code of the application, whatever its user can read.
 *
 * @param counts Whether only their number is asked for.
 * @throws {TypeError} If the query is invalid, the source does not apply it, or there are more resources without a page than one check reads.
 */
function readOthers(
  access: LinkAccess,
  name: string,
  given: OwnQuery,
  call: SourceCall,
  counts: boolean,
): Awaitable<SourcePage<SourceRecord>> {
  const where = `${counts ? 'count' : 'list'}(${JSON.stringify(name)})`;
  const source = sourceFor(access, name, where, 'list') as Required<AnySource>;
  const { api, most } = access;
  const type = access.typeOf(name);
  const { filter = [], sort, page } = readOptions(where, given, queryTable);
  const conditions = filter.map((it) => readCondition(`${where} received a condition`, api, type, it));
  const query: CollectionQuery = {
    ...{ filter: conditions, sort: counts ? [] : sortOf(where, type, sort), total: counts },
    ...{ page: counts ? { offset: 0, limit: 1 } : pageOf(where, most, page) },
    selection: counts ? selectionOf() : allFieldsOf(type),
  };
  const found = unapplied(api, name, source.can.applies.list, conditions);
  if (found !== undefined)
    throw new TypeError(
      `${where} received ${found.what.text}, which \`list\` of the source does not declare to apply.`,
    );
  if (conditions.some(neverMatches)) return { records: [], total: 0 };
  return andThen(source.list(query, call), (given) => {
    const result = ownPage(given);
    if (counts && typeof result.total !== 'number')
      throw new TypeError(`${where} found a source whose \`list\` does not return \`total\`.`);
    if (page !== undefined || result.records.length <= most) return result;
    throw new TypeError(`${where} found more than ${most} resources: pass \`page\`, or a filter.`);
  });
}

/** The request and the call of a hook or an action. */
export interface Reading {
  readonly request: RuledRequest;
  readonly call: SourceCall;
}

/** Lists resources for code of the application. */
export async function list({ request, call }: Reading, name: string, query: OwnQuery = {}): Promise<readonly object[]> {
  const access = linkAccessOf(request);
  const { records } = await readOthers(access, name, query, call, false);
  return records.map((it) => subjectRecord(access.api, access.typeOf(name), it));
}

/** Counts resources for code of the application. */
export async function count({ request, call }: Reading, name: string, query: OwnQuery = {}): Promise<unknown> {
  return (await readOthers(linkAccessOf(request), name, query, call, true)).total;
}
