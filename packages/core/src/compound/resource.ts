import type { RelationshipLinks } from '../document/links-object.ts';
import type { RelationshipObject, ResourceLinkage } from '../document/relationship-object.ts';
import type { ResourceObject } from '../document/resource-object.ts';
import { breach } from '../error/breach.ts';
import { flatCopy, flatText } from '../internal/flat-text.ts';
import { show } from '../internal/show.ts';
import { isUriReference } from '../internal/uri.ts';
import { attributesForDocument, attributesForText, attributesObject } from '../record/attributes.ts';
import { idSegment } from '../url/url-plan.ts';
import { moreOf, relatedValue } from './identity-map.ts';
import { linkageOf } from './linkage.ts';
import type { RelationshipPlan } from './relationship-plan.ts';
import type { Rendering } from './rendering.ts';
import { membersFor, withRelationshipMembers, withResourceMembers } from './resource-members.ts';
import type { ResourcePlan } from './resource-plan.ts';
import type { Visit } from './visit.ts';

function finish<Made extends object>({ frozen }: Rendering, made: Made): Made {
  return frozen ? Object.freeze(made) : made;
}

function attributesOf(
  { frozen }: Rendering,
  { attributes }: ResourcePlan,
  id: string,
  record: object,
  others: Set<object> | undefined,
): object | undefined {
  if (attributes === undefined) return undefined;
  if (others === undefined) {
    return frozen
      ? Object.freeze(attributesForDocument(attributes, id, record))
      : attributesForText(attributes, id, record);
  }
  const made = attributesObject(attributes, id, [record, ...others]);
  return frozen ? Object.freeze(made) : made;
}

/** Checks a URL that a function of the application returned. */
function givenUrl(url: unknown, type: string, id: string): string {
  if (typeof url === 'string' && isUriReference(url)) return flatCopy(url);
  throw breach(
    'link-url',
    `"${type}" ${JSON.stringify(id)}: a function of \`urls\` must return a URL, but it returned ${show(url)}.`,
  );
}

function relationshipLinks(
  rendering: Rendering,
  { urls, type, reach }: ResourcePlan,
  relationship: RelationshipPlan,
  id: string,
  segment: string | undefined,
): RelationshipLinks | undefined {
  const scheme = rendering.urls;
  if (scheme !== undefined) {
    if (scheme.relationship === undefined && scheme.related === undefined) return undefined;
    const { relationship: self, related } = scheme;
    const { name } = relationship;
    return finish(rendering, {
      ...(self && { self: givenUrl(self(type.name, id, name), type.name, id) }),
      ...(related && { related: givenUrl(related(type.name, id, name), type.name, id) }),
    });
  }
  if (segment === undefined) return undefined;
  const suffixes = urls?.suffixes.get(relationship);
  if (urls === undefined || suffixes === undefined) return undefined;
  const self = flatText(urls.prefix, segment, suffixes.self);
  // A related URL that the server does not offer would respond with 404, so omit its link.
  const { isServed } = rendering;
  const isRelatedServed =
    reach === undefined
      ? isServed === undefined || relationship.definition.targets.every(isServed)
      : reach.related.has(relationship);
  if (!isRelatedServed) return finish(rendering, { self });
  return finish(rendering, { self, related: flatText(urls.prefix, segment, suffixes.related) });
}

function isServed({ isServed }: Rendering, { type, reach }: ResourcePlan): boolean {
  return reach === undefined ? isServed?.(type.name) !== false : reach.isServed;
}

function isReadable({ isReadable }: Rendering, { type, reach }: ResourcePlan): boolean {
  return reach === undefined ? isReadable?.(type.name) !== false : reach.isReadable;
}

/** Returns a relationship object. A relationship that is not loaded has only links; without links, it is omitted. */
function relationshipObject(
  rendering: Rendering,
  data: ResourceLinkage | undefined,
  links: RelationshipLinks | undefined,
): RelationshipObject | undefined {
  if (links === undefined) return data === undefined ? undefined : finish(rendering, { data });
  return finish(rendering, data === undefined ? { links } : { links, data });
}

function relationshipsOf(
  rendering: Rendering,
  plan: ResourcePlan,
  id: string,
  record: object,
  others: Set<object> | undefined,
  segment: string | undefined,
  visit: Visit | undefined,
): object | undefined {
  const { relationships, template } = plan;
  if (relationships.length === 0) return undefined;
  const given = membersFor(rendering.resources, plan.type.name)?.relationships;
  const made: Record<string, RelationshipObject | undefined> = { ...template };
  let absent = 0;
  for (let index = 0; index < relationships.length; index++) {
    const relationship = relationships[index] as RelationshipPlan;
    // The traversal of earlier relationships can find more records of this resource.
    const known = visit === undefined ? others : visit.entry.more?.others;
    const value = relatedValue(rendering.reader, record, known, relationship);
    const step = visit?.steps[index];
    let data: ResourceLinkage | undefined;
    if (value !== undefined) data = linkageOf(rendering, plan.type.name, id, relationship, value, visit?.map, step);
    else if (visit !== undefined && step !== undefined) moreOf(visit.entry).waiting.push(step);
    // Omit the links if neither the record nor the source can return this relationship: they would respond with 404.
    const isLinked = value !== undefined || isReadable(rendering, plan);
    const links = isLinked ? relationshipLinks(rendering, plan, relationship, id, segment) : undefined;
    let object = relationshipObject(rendering, data, links);
    const members = membersFor(given, relationship.name);
    if (members !== undefined) {
      const where = `"${plan.type.name}" ${JSON.stringify(id)}, relationship \`${relationship.name}\``;
      object = withRelationshipMembers(object, members, record, relationship, where, rendering.finish);
    }
    if (object === undefined) absent++;
    else made[relationship.name] = object;
  }
  if (absent === relationships.length) return undefined;
  // Documents for callers do not contain members with the value undefined. `JSON.stringify` omits them anyway.
  if (absent === 0 || !rendering.frozen) return finish(rendering, made);
  return Object.freeze(Object.fromEntries(Object.entries(made).filter(([, object]) => object !== undefined)));
}

/**
 * Returns the resource object of a record. `others` contains the extra records of the resource. A traversal adds its
 * related resources to the map.
 */
export function resourceObject(
  rendering: Rendering,
  plan: ResourcePlan,
  id: string,
  record: object,
  others: Set<object> | undefined,
  visit?: Visit,
): ResourceObject {
  const { urls } = plan;
  const type = plan.type.name;
  const segment = urls === undefined || !isServed(rendering, plan) ? undefined : idSegment(id);
  const attributes = attributesOf(rendering, plan, id, record, others);
  const relationships = relationshipsOf(rendering, plan, id, record, others, segment, visit);
  const scheme = rendering.urls?.resource;
  let self = scheme && givenUrl(scheme(type, id), type, id);
  if (segment !== undefined && urls !== undefined) self = flatText(urls.prefix, segment);
  const links = self === undefined ? undefined : finish(rendering, { self });
  const made = finish(rendering, resourceLiteral(type, id, attributes, relationships, links) as ResourceObject);
  const given = membersFor(rendering.resources, type);
  if (given === undefined) return made;
  return withResourceMembers(made, given, record, `"${type}" ${JSON.stringify(id)}`, rendering.finish);
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
