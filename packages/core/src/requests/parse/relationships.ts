import { commonMessages } from '../../error/chapters/shared-messages.ts';
import { found, messagePart } from '../../error/message-part.ts';
import { truncate } from '../../internal/describe-value.ts';
import { isObject, ownMember, setOwn } from '../../internal/members.ts';
import type { RelationshipDefinition } from '../../schema/api.ts';
import { canSet, readOnlyReason, type WriteRequest } from '../../schema/can-set.ts';
import { IDENTIFIER_FORM, identifierHint } from '../../spec/document/resource-object.ts';
import { checkObjects } from './defined-members.ts';
import type { PathSegments, Reporter } from './error-collector.ts';
import { isFieldName, writableNames } from './field-name.ts';
import { type LinkageRules, readLinkage } from './linkage.ts';
import type { ParseState } from './parse-state.ts';

/** Whether linkage clears a relationship that must have a related resource. */
export function clearsRequired({ required }: RelationshipDefinition, linkage: unknown): boolean {
  return required && (linkage === null || (Array.isArray(linkage) && linkage.length === 0));
}

/** Reports that a request clears a relationship that must have a related resource. */
export function reportRequired({ name, kind }: RelationshipDefinition, path: PathSegments, reporter: Reporter): void {
  reporter.report(`RELATIONSHIP_REQUIRED.${kind === 'to-one' ? 'notNull' : 'notEmpty'}`, { name }, path);
}

/** The state that reading relationships requires. */
interface Reading extends Pick<ParseState, 'type' | 'request' | 'localIds' | 'budget'> {
  readonly collector: Reporter;
}

const PATH: PathSegments = ['data', 'relationships'];
/** Inherits nothing, as null does, but V8 reads objects with this prototype several times faster than objects without one. */
const NONE: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null));

function reportUnknown({ type, request, collector: reporter }: Reading, name: string): undefined {
  const path = [...PATH, name];
  if (type.attributes.has(name))
    return reporter.report('RELATIONSHIP_UNKNOWN.attribute', { type: type.name, name }, path);
  const hint = reporter.suggest(name, writableNames(type.relationships, request));
  reporter.report('RELATIONSHIP_UNKNOWN.relationship', { type: type.name, name: truncate(name) }, path, [hint]);
}

function readRelationship(
  relationship: RelationshipDefinition,
  value: unknown,
  request: WriteRequest,
  rules: LinkageRules,
): unknown {
  const { collector } = rules;
  const { name } = relationship;
  const path = [...PATH, name];
  if (!canSet(relationship, request)) {
    return collector.report('FIELD_READ_ONLY.relationship', { name, reason: readOnlyReason(relationship) }, path);
  }
  const data = isObject(value) ? value.data : undefined;
  if (!isObject(value)) collector.report('DOCUMENT_INVALID.relationship', { name, found: found(value) }, path);
  else {
    if (data === undefined) {
      const isIdentifier = identifierHint(value) !== '';
      const hint = isIdentifier
        ? messagePart(commonMessages, 'common.didYouMean', { name: IDENTIFIER_FORM })
        : undefined;
      collector.report('DOCUMENT_INVALID.relationshipWithoutData', { name }, path, [hint]);
    }
    checkObjects(value, ['links', 'meta'], path, collector);
  }
  if (data === undefined) return undefined;
  if (clearsRequired(relationship, data)) reportRequired(relationship, [...path, 'data'], collector);
  return readLinkage(relationship, data, [...path, 'data'], rules);
}

/**
 * Reports each required relationship that a new resource does not have.
 *
 * @param resourcePath The path of the member that lacks it: `relationships`, or the resource object.
 */
function reportMissing(given: object, resourcePath: PathSegments, { type, request, collector }: Reading): void {
  for (const relationship of type.relationships.values()) {
    if (collector.isFull()) break;
    const { name, required } = relationship;
    if (!required || !canSet(relationship, request) || ownMember(given, name) !== undefined) continue;
    collector.report('RELATIONSHIP_REQUIRED.required', { name }, resourcePath);
  }
}

/**
 * Parses the relationships of a request. Each must be a relationship object with data. Ignores at-members, members of
 * extensions, and members with invalid names.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-relationships
 */
export function readRelationships(relationships: unknown, reading: Reading): Readonly<Record<string, unknown>> {
  const { type, request, collector, localIds, budget } = reading;
  if (relationships === undefined) {
    if (request === 'create') reportMissing(NONE, ['data'], reading);
    return NONE;
  }
  if (!isObject(relationships)) {
    collector.report('DOCUMENT_INVALID.object', { name: 'relationships', found: found(relationships) }, PATH);
    return NONE;
  }
  const values: Record<string, unknown> = Object.create(NONE);
  const rules: LinkageRules = { budget, localIds, collector };
  for (const name of Object.keys(relationships)) {
    if (collector.isFull()) break;
    const value = relationships[name];
    const relationship = type.relationships.get(name);
    if (relationship !== undefined) setOwn(values, name, readRelationship(relationship, value, request, rules));
    else if (isFieldName(name)) reportUnknown(reading, name);
  }
  if (request === 'create') reportMissing(relationships, PATH, reading);
  return Object.freeze(values);
}
