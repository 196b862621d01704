import { twoNameMessages } from '../../error/chapters/shared-messages.ts';
import { found, messagePart, typeList } from '../../error/message-part.ts';
import { truncate } from '../../internal/describe-value.ts';
import { isObject } from '../../internal/members.ts';
import type { RelationshipDefinition } from '../../schema/api.ts';
import type { IdentifierInput } from '../../schema/input.ts';
import type { MetaObject } from '../../spec/document/links-object.ts';
import { identityOf } from '../../spec/grammar/identity.ts';
import { checkObjects } from './defined-members.ts';
import type { PathSegments, Reporter } from './error-collector.ts';
import { readIdString } from './identification.ts';
import { type LocalIds, reportAmbiguous } from './local-ids.ts';
import { readMember } from './member-data.ts';
import { keepIndexes } from './placed-linkage.ts';
import { reportUnstorable } from './unstorable-value.ts';

/** The number of identifiers that a request can still contain. Shared by all its relationships. */
export interface LinkageBudget {
  readonly limit: number;
  left: number;
}

/** The context in which linkage is parsed. */
export interface LinkageRules {
  readonly budget: LinkageBudget;
  readonly localIds: LocalIds;
  readonly collector: Reporter;
}

type Identifying = Readonly<Record<string, unknown>>;

/**
 * Returns the type of an identifier. Reports a type that the relationship does not accept. Returns undefined if `type`
 * is not a string.
 */
function readType(
  { name, targets }: RelationshipDefinition,
  value: Identifying,
  path: PathSegments,
  collector: Reporter,
): string | undefined {
  const type = value.type;
  if (type === undefined) return undefined;
  const at = [...path, 'type'];
  if (typeof type !== 'string') {
    return collector.report('DOCUMENT_INVALID.string', { name: 'type', found: found(type) }, at);
  }
  if (!targets.includes(type)) {
    const values = { name, types: typeList(targets), value: truncate(type) };
    collector.report(`TYPE_CONFLICT.${targets.length === 1 ? 'identifier' : 'identifierOfSeveral'}`, values, at);
  }
  return type;
}

/** Reports the missing members of an identifier, in one error. */
function checkComplete(value: Identifying, path: PathSegments, collector: Reporter): void {
  const hasType = value.type !== undefined;
  const hasId = value.id !== undefined || value.lid !== undefined;
  if (hasType && hasId) return;
  const both = messagePart(twoNameMessages, 'names.both', { names: '`type`', names2: '`id`' });
  const names = hasType ? '`id`' : hasId ? '`type`' : both;
  collector.report('DOCUMENT_INVALID.identifierIncomplete', { names }, path);
}

/** Returns the meta object of an identifier, which the application receives with it. */
function readMeta(value: Identifying, path: PathSegments, collector: Reporter): { readonly meta?: MetaObject } {
  const meta = value.meta;
  if (meta === undefined) return {};
  checkObjects(value, ['meta'], path, collector);
  reportUnstorable('DOCUMENT_INVALID', path, 'meta', meta, collector);
  return { meta: meta as MetaObject };
}

function readIdentifier(
  relationship: RelationshipDefinition,
  value: unknown,
  path: PathSegments,
  { collector, localIds }: LinkageRules,
): IdentifierInput | undefined {
  if (!isObject(value)) {
    return collector.report('DOCUMENT_INVALID.identifier', { found: found(value) }, path);
  }
  const type = readType(relationship, value, path, collector);
  checkComplete(value, path, collector);
  const id = readIdString(value, 'id', path, collector);
  const lid = readIdString(value, 'lid', path, collector);
  const given = readMeta(value, path, collector);
  const extra =
    relationship.member === undefined ? given : readMember(relationship.member, given.meta, path, collector);
  if (type === undefined) return undefined;
  if (id !== undefined) {
    if (lid !== undefined && !localIds.pair(type, { id, lid })) reportAmbiguous(lid, [...path, 'lid'], collector);
    return Object.freeze({ type, id, ...extra });
  }
  // An invalid id has been reported. A local id beside it does not replace it.
  if (lid === undefined || value.id !== undefined) return undefined;
  const created = localIds.created(type, lid);
  if (created !== undefined) {
    return Object.freeze(created.id === undefined ? { type, lid, ...extra } : { type, id: created.id, ...extra });
  }
  const values = { type: truncate(type, 50), lid: truncate(lid, 50) };
  return collector.report('LOCAL_ID_UNKNOWN.document', values, [...path, 'lid']);
}

function keyOf(identifier: IdentifierInput): string {
  const { type, id, lid } = identifier as { readonly type: string; readonly id: string; readonly lid: string };
  // Not with `in`, which also finds what every object inherits.
  return Object.hasOwn(identifier, 'id') ? `id ${identityOf(type, id)}` : `lid ${identityOf(type, lid)}`;
}

function readMembers(
  relationship: RelationshipDefinition,
  data: readonly unknown[],
  path: PathSegments,
  rules: LinkageRules,
): readonly IdentifierInput[] {
  const members = new Map<string, IdentifierInput>();
  const indexes: number[] = [];
  for (const [index, value] of data.entries()) {
    if (rules.collector.isFull()) break;
    const identifier = readIdentifier(relationship, value, [...path, index], rules);
    if (identifier === undefined) continue;
    const key = keyOf(identifier);
    if (members.has(key)) continue;
    members.set(key, identifier);
    indexes.push(index);
  }
  const linkage = Object.freeze([...members.values()]);
  keepIndexes(linkage, indexes, data.length);
  return linkage;
}

/**
 * Parses resource linkage: null or an identifier for to-one, an array for to-many. Removes repeated identifiers.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-linkage
 */
export function readLinkage(
  relationship: RelationshipDefinition,
  data: unknown,
  path: PathSegments,
  rules: LinkageRules,
): IdentifierInput | null | readonly IdentifierInput[] | undefined {
  const { collector, budget } = rules;
  const { name } = relationship;
  if (relationship.kind === 'to-one') {
    if (data === null) return null;
    if (!Array.isArray(data)) return readIdentifier(relationship, data, path, rules);
    return collector.report('DOCUMENT_INVALID.toOne', { name, found: found(data) }, path);
  }
  if (!Array.isArray(data)) {
    return collector.report('DOCUMENT_INVALID.toMany', { name, found: found(data) }, path);
  }
  if (data.length > budget.left) {
    return collector.report('LINKAGE_TOO_LARGE.limit', { limit: budget.limit }, path);
  }
  budget.left -= data.length;
  return readMembers(relationship, data, path, rules);
}
