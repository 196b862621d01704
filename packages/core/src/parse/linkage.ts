import { identityOf } from '../document/identity.ts';
import type { MetaObject } from '../document/meta-object.ts';
import { excerpt } from '../internal/excerpt.ts';
import { isObject, ownMember } from '../internal/is-object.ts';
import type { RelationshipDefinition } from '../schema/api.ts';
import type { IdentifierInput } from '../schema/input.ts';
import type { Findings, Place } from './findings.ts';

/** What linkage is checked against. */
export interface LinkageRules {
  /** The resource that the request creates, when it has a local id: identifiers may name it. */
  readonly created?: { readonly type: string; readonly lid: string } | undefined;
  /** Identifiers that may still come. Shared by all relationships of a request. */
  readonly budget: { left: number };
  readonly findings: Findings;
}

function readIdentifier(
  relationship: RelationshipDefinition,
  value: unknown,
  place: Place,
  { created, findings }: LinkageRules,
): IdentifierInput | undefined {
  if (!isObject(value)) {
    findings.report('DOCUMENT_INVALID', place, 'A resource identifier is an object with type and id.');
    return undefined;
  }
  const [type, id, lid] = [ownMember(value, 'type'), ownMember(value, 'id'), ownMember(value, 'lid')];
  const meta = ownMember(value, 'meta');
  if (typeof type !== 'string') {
    findings.report(
      'DOCUMENT_INVALID',
      type === undefined ? place : [...place, 'type'],
      'type is a string, always there.',
    );
    return undefined;
  }
  if (!relationship.targets.includes(type)) {
    const detail = `${relationship.name} leads to ${relationship.targets.join(' or ')}, not to "${excerpt(type)}".`;
    findings.report('TYPE_CONFLICT', [...place, 'type'], detail);
    return undefined;
  }
  const extra = isObject(meta) ? { meta: meta as MetaObject } : {};
  if (typeof id === 'string') return Object.freeze({ type, id, ...extra });
  if (id !== undefined) {
    findings.report('DOCUMENT_INVALID', [...place, 'id'], 'id is a string.');
  } else if (typeof lid !== 'string') {
    findings.report(
      'DOCUMENT_INVALID',
      lid === undefined ? place : [...place, 'lid'],
      'A resource identifier has an id, a string.',
    );
  } else if (created?.type === type && created.lid === lid) {
    return Object.freeze({ type, lid, ...extra });
  } else {
    const detail = `No resource of type ${type} with the local id "${excerpt(lid)}" is created by this request.`;
    findings.report('LOCAL_ID_UNKNOWN', [...place, 'lid'], detail);
  }
  return undefined;
}

function keyOf(identifier: IdentifierInput): string {
  const { type } = identifier;
  return 'id' in identifier ? `id ${identityOf(type, identifier.id)}` : `lid ${identityOf(type, identifier.lid)}`;
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
  const members = new Map<string, IdentifierInput>();
  for (const [index, value] of data.entries()) {
    const identifier = readIdentifier(relationship, value, [...place, index], rules);
    if (identifier !== undefined && !members.has(keyOf(identifier))) members.set(keyOf(identifier), identifier);
  }
  return Object.freeze([...members.values()]);
}
