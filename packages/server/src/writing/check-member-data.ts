import type { AttributeDefinition, IdentifierInput } from '@linkage/core';
import {
  byId,
  errorOf,
  type MemberFields,
  memberDataIn,
  memberOf,
  type PlacedLinkage,
  placedIdentifiers,
  readOnlyDataOf,
  readOnlyReason,
  ready,
  requiredMember,
  type Steps,
} from '@linkage/core/internal';
import { identityOf, type Reference } from '@linkage/core/records';
import { linkageOfRecords } from '../sources/links/linkage-of-records.ts';
import { selectionOf } from '../sources/port/selection.ts';
import type { Change } from './change.ts';
import { identifiersError } from './check-identifiers.ts';

/** Returns those of some resources that are members before the write, with the data that the user sees, by their identities. */
function* knownMembers(change: Change, name: string, ids: readonly string[]): Steps<ReadonlyMap<string, Reference>> {
  const { operation, id } = change;
  const { request, call } = operation;
  const type = request.api.types.get(change.type.name) ?? change.type;
  const relationship = type.relationships.get(name);
  if (change.is('create') || id === undefined || relationship === undefined) return new Map();
  const source = request.sourceOf(type.name);
  const from = { api: request.api, type, source };
  // The guarded source: whether a hidden resource is a member must not decide about the response.
  const read = source?.related === undefined ? yield* ready(source?.find?.([id], selectionOf(name), call)) : undefined;
  const record = read?.at(0) ?? { id };
  const { of } = yield* ready(linkageOfRecords(from, relationship, [record], { most: ids.length, ids }, call));
  return new Map((of(record) ?? []).map((it) => [identityOf(it.type.name, it.id), it]));
}

/** Returns the names of the data in an identifier that requests cannot set, and that is not stored as it was sent. */
function changedReadOnly(fields: MemberFields, identifier: IdentifierInput, known: Reference | undefined): string[] {
  const sent = readOnlyDataOf(identifier) ?? {};
  const stored = known && memberDataIn(fields, known.meta, known.type.name, known.id);
  return Object.keys(sent).filter(
    (name) => stored === undefined || JSON.stringify(memberOf(stored, name)) !== JSON.stringify(memberOf(sent, name)),
  );
}

/**
 * Checks that each new member has the data that its membership must have, and that data which requests cannot set is sent as it is stored: a
 * client can send back what it has read. Reads the members only if an identifier lacks some of it, or contains such data.
 *
 * @throws {JsonApiError} 403 for other data that requests cannot set. 422 with one error for each identifier that lacks data.
 */
export function* checkMemberData(change: Change, placed: readonly PlacedLinkage[]): Steps<void> {
  const { request } = change.operation;
  const fieldsOf = (name: string) =>
    request.api.types.get(change.type.name)?.relationships.get(name)?.member ?? new Map<string, never>();
  for (const one of placed) {
    const required = requiredMember(fieldsOf(one.relationship));
    const lacks = ({ meta = {} }: IdentifierInput) => required.filter((name) => memberOf(meta, name) === undefined);
    const isAsked = (it: IdentifierInput): it is IdentifierInput =>
      lacks(it).length > 0 || readOnlyDataOf(it) !== undefined;
    const asked = placedIdentifiers([one], isAsked);
    if (asked.length === 0) continue;
    const ids = asked.flatMap(({ identifier }) => (byId(identifier) ? [identifier.id] : []));
    const known = yield* knownMembers(change, one.relationship, ids);
    const knownOf = (it: IdentifierInput) => (byId(it) ? known.get(identityOf(it.type, it.id)) : undefined);
    const changedOf = (it: IdentifierInput) => changedReadOnly(fieldsOf(one.relationship), it, knownOf(it));
    const changed = asked.filter(({ identifier }) => changedOf(identifier).length > 0);
    if (changed.length > 0)
      throw identifiersError(request, changed, ({ pointer, identifier }) => {
        const name = changedOf(identifier)[0] as string;
        const reason = readOnlyReason(fieldsOf(one.relationship).get(name) as AttributeDefinition);
        return errorOf('FIELD_READ_ONLY.member', { name, reason }, { pointer: `${pointer}/meta/${name}` });
      });
    const rejected = asked.filter(
      ({ identifier }) => lacks(identifier).length > 0 && knownOf(identifier) === undefined,
    );
    if (rejected.length === 0) continue;
    throw identifiersError(request, rejected, ({ pointer, identifier }) =>
      errorOf('MEMBER_INVALID.required', { name: lacks(identifier)[0] as string }, { pointer }),
    );
  }
}
