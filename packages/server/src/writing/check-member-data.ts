import type { IdentifierInput } from '@linkage/core';
import {
  byId,
  errorOf,
  memberOf,
  type PlacedLinkage,
  placedIdentifiers,
  ready,
  requiredMember,
  type Steps,
} from '@linkage/core/internal';
import { identityOf } from '@linkage/core/records';
import { linkageOfRecords } from '../sources/links/linkage-of-records.ts';
import { selectionOf } from '../sources/port/selection.ts';
import type { Change } from './change.ts';
import { identifiersError } from './check-identifiers.ts';

/** Returns the identities of those of some resources that are members before the write, as the user sees them. */
function* knownMembers(change: Change, name: string, ids: readonly string[]): Steps<ReadonlySet<string>> {
  const { operation, id } = change;
  const { request, call } = operation;
  const type = request.api.types.get(change.type.name) ?? change.type;
  const relationship = type.relationships.get(name);
  if (change.is('create') || id === undefined || relationship === undefined) return new Set();
  const source = request.sourceOf(type.name);
  const from = { api: request.api, type, source };
  // The guarded source: whether a hidden resource is a member must not decide about the response.
  const read = source?.related === undefined ? yield* ready(source?.find?.([id], selectionOf(name), call)) : undefined;
  const record = read?.at(0) ?? { id };
  const { of } = yield* ready(linkageOfRecords(from, relationship, [record], { most: ids.length, ids }, call));
  return new Set((of(record) ?? []).map((it) => identityOf(it.type.name, it.id)));
}

/**
 * Checks that each new member has the data that its membership must have. Reads the members only if an identifier lacks some of it.
 *
 * @throws {JsonApiError} 422 with one error for each identifier and name.
 */
export function* checkMemberData(change: Change, placed: readonly PlacedLinkage[]): Steps<void> {
  const { request } = change.operation;
  const fieldsOf = (name: string) =>
    request.api.types.get(change.type.name)?.relationships.get(name)?.member ?? new Map<string, never>();
  for (const one of placed) {
    const required = requiredMember(fieldsOf(one.relationship));
    const lacks = ({ meta = {} }: IdentifierInput) => required.filter((name) => memberOf(meta, name) === undefined);
    const isLacking = (it: IdentifierInput): it is IdentifierInput => lacks(it).length > 0;
    const incomplete = placedIdentifiers([one], isLacking);
    if (incomplete.length === 0) continue;
    const ids = incomplete.flatMap(({ identifier }) => (byId(identifier) ? [identifier.id] : []));
    const known = yield* knownMembers(change, one.relationship, ids);
    const isNew = (it: IdentifierInput): boolean => !byId(it) || !known.has(identityOf(it.type, it.id));
    const rejected = incomplete.filter(({ identifier }) => isNew(identifier));
    if (rejected.length === 0) continue;
    throw identifiersError(request, rejected, ({ pointer, identifier }) =>
      errorOf('MEMBER_INVALID.required', { name: lacks(identifier)[0] as string }, { pointer }),
    );
  }
}
