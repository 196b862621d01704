import type { MetaObject } from '../document/meta-object.ts';
import { identityOf } from '../grammar/identity.ts';
import { excerpt } from '../internal/excerpt.ts';
import { isObject, ownMember } from '../internal/is-object.ts';
import type { RelationshipDefinition } from '../schema/api.ts';
import type { IdentifierInput } from '../schema/input.ts';
import { checkObjects } from './defined-members.ts';
import { keepIndexes } from './document-index.ts';
import type { Place, Reporter } from './findings.ts';
import { readIdString } from './identification.ts';
import { type LocalIds, reportAmbiguous } from './local-ids.ts';
import { reportUnfit } from './unfit-value.ts';

/** What linkage is checked against. */
export interface LinkageRules {
  /** Identifiers that may still come. Shared by all relationships of a request. */
  readonly budget: { left: number };
  readonly localIds: LocalIds;
  readonly findings: Reporter;
}

type Identifying = Readonly<Record<string, unknown>>;

/** The type of an identifier, which the relationship may not lead to; undefined if `type` is not a string. */
function readType(
  { name, targets }: RelationshipDefinition,
  value: Identifying,
  place: Place,
  findings: Reporter,
): string | undefined {
  const type = ownMember(value, 'type');
  if (type === undefined) return undefined;
  const at = [...place, 'type'];
  if (typeof type !== 'string') {
    findings.report('DOCUMENT_INVALID', at, 'type is a string, always there.');
    return undefined;
  }
  if (!targets.includes(type)) {
    const detail = `${name} leads to ${targets.join(' or ')}, not to "${excerpt(type)}".`;
    findings.report('TYPE_CONFLICT', at, detail);
  }
  return type;
}

/** Reports the members that an identifier needs and does not have, in one problem. */
function checkComplete(value: Identifying, place: Place, findings: Reporter): void {
  const hasType = ownMember(value, 'type') !== undefined;
  const hasId = ownMember(value, 'id') !== undefined || ownMember(value, 'lid') !== undefined;
  if (hasType && hasId) return;
  const missing = [...(hasType ? [] : ['`type`']), ...(hasId ? [] : ['`id`'])].join(' and ');
  findings.report('DOCUMENT_INVALID', place, `A resource identifier must have ${missing}.`);
}

/** The meta of an identifier, which the application gets with it. */
function readMeta(value: Identifying, place: Place, findings: Reporter): { readonly meta?: MetaObject } {
  const meta = ownMember(value, 'meta');
  if (meta === undefined) return {};
  checkObjects(value, ['meta'], place, findings);
  reportUnfit('DOCUMENT_INVALID', place, 'meta', meta, findings);
  return { meta: meta as MetaObject };
}

function readIdentifier(
  relationship: RelationshipDefinition,
  value: unknown,
  place: Place,
  { findings, localIds }: LinkageRules,
): IdentifierInput | undefined {
  if (!isObject(value)) {
    findings.report('DOCUMENT_INVALID', place, 'A resource identifier is an object with type and id.');
    return undefined;
  }
  const type = readType(relationship, value, place, findings);
  checkComplete(value, place, findings);
  const id = readIdString(value, 'id', place, findings);
  const lid = readIdString(value, 'lid', place, findings);
  const extra = readMeta(value, place, findings);
  if (type === undefined) return undefined;
  if (id !== undefined) {
    if (lid !== undefined && !localIds.pair(type, { id, lid })) reportAmbiguous(lid, [...place, 'lid'], findings);
    return Object.freeze({ type, id, ...extra });
  }
  // An id at fault has been reported; a local id beside it does not stand in for it.
  if (lid === undefined || ownMember(value, 'id') !== undefined) return undefined;
  const created = localIds.created(type, lid);
  if (created !== undefined) {
    return Object.freeze(created.id === undefined ? { type, lid, ...extra } : { type, id: created.id, ...extra });
  }
  const shown = `No resource of type ${excerpt(type, 50)} with the local id "${excerpt(lid, 50)}"`;
  findings.report('LOCAL_ID_UNKNOWN', [...place, 'lid'], `${shown} is created by this request.`);
  return undefined;
}

function keyOf(identifier: IdentifierInput): string {
  const { type, id, lid } = identifier as { readonly type: string; readonly id: string; readonly lid: string };
  // Not with `in`, which also finds what every object inherits.
  return Object.hasOwn(identifier, 'id') ? `id ${identityOf(type, id)}` : `lid ${identityOf(type, lid)}`;
}

function readMembers(
  relationship: RelationshipDefinition,
  data: readonly unknown[],
  place: Place,
  rules: LinkageRules,
): readonly IdentifierInput[] {
  const members = new Map<string, IdentifierInput>();
  const indexes: number[] = [];
  for (const [index, value] of data.entries()) {
    if (rules.findings.isFull()) break;
    const identifier = readIdentifier(relationship, value, [...place, index], rules);
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
 * Reads resource linkage at a place of the request: null or an identifier for to-one, an array for to-many. An
 * identifier that is repeated counts once.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-linkage
 */
export function readLinkage(
  relationship: RelationshipDefinition,
  data: unknown,
  place: Place,
  rules: LinkageRules,
): IdentifierInput | null | readonly IdentifierInput[] | undefined {
  const { findings, budget } = rules;
  if (relationship.kind === 'to-one') {
    if (data === null) return null;
    if (!Array.isArray(data)) return readIdentifier(relationship, data, place, rules);
    findings.report('DOCUMENT_INVALID', place, `${relationship.name} is to-one: its data is an identifier or null.`);
    return undefined;
  }
  if (!Array.isArray(data)) {
    findings.report('DOCUMENT_INVALID', place, `${relationship.name} is to-many: its data is an array of identifiers.`);
    return undefined;
  }
  if (data.length > budget.left) {
    findings.report('LINKAGE_TOO_LARGE', place, 'The request names more resource identifiers than are allowed.');
    return undefined;
  }
  budget.left -= data.length;
  return readMembers(relationship, data, place, rules);
}
