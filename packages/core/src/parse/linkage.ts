import type { MetaObject } from '../document/meta-object.ts';
import { identityOf } from '../grammar/identity.ts';
import { excerpt } from '../internal/excerpt.ts';
import { isObject, ownMember } from '../internal/is-object.ts';
import { listTypes } from '../internal/name-list.ts';
import { show } from '../internal/show.ts';
import type { RelationshipDefinition } from '../schema/api.ts';
import type { IdentifierInput } from '../schema/input.ts';
import { checkObjects } from './defined-members.ts';
import { keepIndexes } from './document-index.ts';
import type { Place, Reporter } from './findings.ts';
import { readIdString } from './identification.ts';
import { type LocalIds, reportAmbiguous } from './local-ids.ts';
import { reportUnfit } from './unfit-value.ts';

/** The context in which linkage is parsed. */
export interface LinkageRules {
  /** The number of identifiers that the request can still contain. Shared by all its relationships. */
  readonly budget: { readonly limit: number; left: number };
  readonly localIds: LocalIds;
  readonly findings: Reporter;
}

type Identifying = Readonly<Record<string, unknown>>;

/**
 * Returns the type of an identifier. Reports a type that the relationship does not accept. Returns undefined if `type`
 * is not a string.
 */
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
    findings.report('DOCUMENT_INVALID', at, `\`type\` must be a string, but it is ${show(type)}.`);
    return undefined;
  }
  if (!targets.includes(type)) {
    const detail = `The relationship \`${name}\` accepts only ${targets.length === 1 ? 'type' : 'the types'} ${listTypes(targets)}, but the resource identifier has type "${excerpt(type)}".`;
    findings.report('TYPE_CONFLICT', at, detail);
  }
  return type;
}

/** Reports the missing members of an identifier, in one error. */
function checkComplete(value: Identifying, place: Place, findings: Reporter): void {
  const hasType = ownMember(value, 'type') !== undefined;
  const hasId = ownMember(value, 'id') !== undefined || ownMember(value, 'lid') !== undefined;
  if (hasType && hasId) return;
  const missing = [...(hasType ? [] : ['`type`']), ...(hasId ? [] : ['`id`'])].join(' and ');
  findings.report('DOCUMENT_INVALID', place, `A resource identifier must have ${missing}.`);
}

/** Returns the meta object of an identifier, which the application receives with it. */
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
    findings.report(
      'DOCUMENT_INVALID',
      place,
      `A resource identifier must be an object with \`type\` and \`id\`, but it is ${show(value)}.`,
    );
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
  // An invalid id has been reported. A local id beside it does not replace it.
  if (lid === undefined || ownMember(value, 'id') !== undefined) return undefined;
  const created = localIds.created(type, lid);
  if (created !== undefined) {
    return Object.freeze(created.id === undefined ? { type, lid, ...extra } : { type, id: created.id, ...extra });
  }
  const missing = `a resource with type "${excerpt(type, 50)}" and the local id "${excerpt(lid, 50)}"`;
  findings.report('LOCAL_ID_UNKNOWN', [...place, 'lid'], `This request does not create ${missing}.`);
  return undefined;
}

function keyOf(identifier: IdentifierInput): string {
  const { type } = identifier;
  return 'id' in identifier ? `id ${identityOf(type, identifier.id)}` : `lid ${identityOf(type, identifier.lid)}`;
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
 * Parses resource linkage: null or an identifier for to-one, an array for to-many. Removes repeated identifiers.
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
    findings.report(
      'DOCUMENT_INVALID',
      place,
      `The to-one relationship \`${relationship.name}\` must have a resource identifier or null as \`data\`, but it is ${show(data)}.`,
    );
    return undefined;
  }
  if (!Array.isArray(data)) {
    findings.report(
      'DOCUMENT_INVALID',
      place,
      `The to-many relationship \`${relationship.name}\` must have an array of resource identifiers as \`data\`, but it is ${show(data)}.`,
    );
    return undefined;
  }
  if (data.length > budget.left) {
    findings.report(
      'LINKAGE_TOO_LARGE',
      place,
      `A request must have at most ${budget.limit} resource identifiers, but it has more.`,
    );
    return undefined;
  }
  budget.left -= data.length;
  return readMembers(relationship, data, place, rules);
}
