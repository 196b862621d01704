import type { ResourceType } from '@linkage/core';
import type { AnySource } from '../sources/any-source.ts';
import { guardFind, guardList, guardStream } from './guard-reads.ts';
import { guardRelate } from './guard-relate.ts';
import { guardRelated } from './guard-related.ts';
import { guardCreate, guardDelete, guardUpdate } from './guard-writes.ts';
import { readableFields, withReadable } from './readable-fields.ts';
import type { RequestAccess } from './request-access.ts';
import { versionAsSeen } from './version-as-seen.ts';

/**
 * Returns a source that enforces the access rules of the caller. It has the same methods, as own members, undefined if the source lacks them, so the rest of the server uses
 * it like any other source and does not know the rules.
 */
export function guardSource(access: RequestAccess, type: ResourceType, source: AnySource): AnySource {
  const guarded = { access, type, source };
  const readable = readableFields(access, type);
  const { create, update, delete: remove, relate } = source;
  return Object.freeze({
    appliesConditions: source.appliesConditions,
    transactionScope: source.transactionScope,
    loadsIncludes: source.loadsIncludes,
    filterOperators: source.filterOperators,
    list: source.list && guardList(guarded, source.list.bind(source)),
    stream: source.stream && guardStream(guarded, source.stream.bind(source)),
    find: source.find && guardFind(guarded, source.find.bind(source)),
    related: source.related && guardRelated(guarded, source.related.bind(source)),
    create: create && guardCreate(guarded, (input, call) => create.call(source, input, withReadable(call, readable))),
    update:
      update &&
      guardUpdate(guarded, (id, changes, call) => update.call(source, id, changes, withReadable(call, readable))),
    delete: remove && guardDelete(guarded, (id, call) => remove.call(source, id, withReadable(call, readable))),
    relate:
      relate &&
      guardRelate(guarded, (id, name, change, call) =>
        relate.call(source, id, name, change, withReadable(call, readable)),
      ),
    version: versionAsSeen(access, type, source),
    job: source.job?.bind(source),
    transaction: source.transaction?.bind(source),
  } as AnySource);
}
