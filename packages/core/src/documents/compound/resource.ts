import { joinFlat } from '../../internal/flat-string.ts';
import { idSegment } from '../../schema/url/resource-urls.ts';
import type { RelationshipLinks } from '../../spec/document/links-object.ts';
import type { RelationshipObject, ResourceLinkage, ResourceObject } from '../../spec/document/resource-object.ts';
import { attributesForDocument, attributesForText, attributesObject } from '../record/attributes.ts';
import { givenRelationshipLinks, givenUrl } from './given-url.ts';
import { freezeResult, linkageIn, linkageOf } from './linkage.ts';
import { linksOnly } from './links-only.ts';
import type { RelationshipPlan } from './relationship-plan.ts';
import type { RenderContext } from './render-context.ts';
import type { ResourceEntry } from './resource-entry.ts';
import { membersFor, withRelationshipMembers, withResourceMembers } from './resource-members.ts';
import type { ResourcePlan } from './resource-plan.ts';

function attributesOf(
  { frozen }: RenderContext,
  { attributes }: ResourcePlan,
  id: string,
  record: object,
  extraRecords: Set<object> | undefined,
): object | undefined {
  if (attributes === undefined) return undefined;
  const values =
    extraRecords !== undefined
      ? attributesObject(attributes, id, [record, ...extraRecords])
      : frozen
        ? attributesForDocument(attributes, id, record)
        : attributesForText(attributes, id, record);
  return frozen ? Object.freeze(values) : values;
}

function relationshipLinks(
  context: RenderContext,
  { urls, type, availability }: ResourcePlan,
  relationship: RelationshipPlan,
  id: string,
  segment: string | undefined,
): RelationshipLinks | undefined {
  if (context.urls !== undefined) return givenRelationshipLinks(context, type.name, id, relationship.name);
  const suffixes = urls?.suffixes.get(relationship);
  if (segment === undefined || urls === undefined || suffixes === undefined) return undefined;
  const self = joinFlat(urls.prefix, segment, suffixes.self);
  // A related URL that the server does not offer would respond with 404, so omit its link.
  if (availability?.related.has(relationship) === false) return freezeResult(context, { self });
  return freezeResult(context, { self, related: joinFlat(urls.prefix, segment, suffixes.related) });
}

/** Returns a relationship object. A relationship that is not loaded has only links; without links, it is omitted. */
function relationshipObject(
  context: RenderContext,
  data: ResourceLinkage | undefined,
  links: RelationshipLinks | undefined,
): RelationshipObject | undefined {
  if (links === undefined) return data === undefined ? undefined : freezeResult(context, { data });
  return freezeResult(context, data === undefined ? { links } : { links, data });
}

function relationshipsOf(
  context: RenderContext,
  plan: ResourcePlan,
  id: string,
  record: object,
  extraRecords: Set<object> | undefined,
  segment: string | undefined,
  entry: ResourceEntry | undefined,
): object | undefined {
  const { relationships, template } = plan;
  if (relationships.length === 0) return undefined;
  const relationshipMembers = membersFor(context.resources, plan.type.name)?.relationships;
  const relationshipObjects: Record<string, RelationshipObject | undefined> = { ...template };
  let absent = 0;
  for (let index = 0; index < relationships.length; index++) {
    const relationship = relationships[index] as RelationshipPlan;
    const linkage = linkageIn(context.reader, record, extraRecords, relationship, entry);
    const data =
      linkage === undefined || linkage === linksOnly
        ? undefined
        : linkageOf(context, plan.type.name, id, relationship, linkage);
    // Omit the links if neither the record nor the source can return this relationship: they would respond with 404.
    const isLinked = linkage !== undefined || plan.availability?.canFindRelated !== false;
    const links = isLinked ? relationshipLinks(context, plan, relationship, id, segment) : undefined;
    let object = relationshipObject(context, data, links);
    const members = membersFor(relationshipMembers, relationship.name);
    if (members !== undefined)
      object = withRelationshipMembers(context, object, members, record, plan.type.name, id, relationship);
    if (object === undefined) absent++;
    else relationshipObjects[relationship.name] = object;
  }
  if (absent === relationships.length) return undefined;
  // Documents for users do not contain members with the value undefined. `JSON.stringify` omits them anyway.
  if (absent === 0 || !context.frozen) return freezeResult(context, relationshipObjects);
  return Object.freeze(
    Object.fromEntries(Object.entries(relationshipObjects).filter(([, object]) => object !== undefined)),
  );
}

/**
 * Returns the resource object of a record. `extraRecords` contains other records of the same resource: the first record
 * with a field determines its value. `entry` is the resource if include paths were followed from it.
 */
export function resourceObject(
  context: RenderContext,
  plan: ResourcePlan,
  id: string,
  record: object,
  extraRecords: Set<object> | undefined,
  entry?: ResourceEntry,
): ResourceObject {
  const { urls } = plan;
  const type = plan.type.name;
  const segment = urls === undefined || plan.availability?.canFind === false ? undefined : idSegment(id);
  const attributes = attributesOf(context, plan, id, record, extraRecords);
  const relationships = relationshipsOf(context, plan, id, record, extraRecords, segment, entry);
  const scheme = context.urls?.resource;
  let self = scheme && givenUrl(scheme, type, id);
  if (segment !== undefined && urls !== undefined) self = joinFlat(urls.prefix, segment);
  const links = self === undefined ? undefined : freezeResult(context, { self });
  const plainResource = freezeResult(
    context,
    resourceLiteral(type, id, attributes, relationships, links) as ResourceObject,
  );
  const typeMembers = membersFor(context.resources, type);
  if (typeMembers === undefined) return plainResource;
  return withResourceMembers(context, plainResource, typeMembers, record, type, id);
}

/** Creates object literals with their members in one order: spreads and later additions are much slower. */
function resourceLiteral(
  type: string,
  id: string,
  attributes: object | undefined,
  relationships: object | undefined,
  links: object | undefined,
): object {
  if (links === undefined) {
    if (relationships === undefined) return attributes === undefined ? { type, id } : { type, id, attributes };
    return attributes === undefined ? { type, id, relationships } : { type, id, attributes, relationships };
  }
  if (relationships === undefined) {
    return attributes === undefined ? { type, id, links } : { type, id, attributes, links };
  }
  return attributes === undefined ? { type, id, relationships, links } : { type, id, attributes, relationships, links };
}
