import type { RelationshipObject } from '../document/relationship-object.ts';
import type { ResourceObject } from '../document/resource-object.ts';
import { attributesForText, attributesObject } from './attributes.ts';
import { relatedValue } from './identity-map.ts';
import { linkageOf } from './linkage.ts';
import type { RelationshipPlan } from './relationship-plan.ts';
import type { Rendering } from './rendering.ts';
import type { ResourcePlan } from './resource-plan.ts';
import { flatText, idSegment } from './url-plan.ts';

function finish<Made extends object>({ frozen }: Rendering, made: Made): Made {
  return frozen ? Object.freeze(made) : made;
}

/** A resource by its id, its record and further records of it. */
interface Recorded {
  readonly id: string;
  readonly record: object;
  readonly others: Set<object> | undefined;
}

function attributesOf(
  rendering: Rendering,
  { attributes }: ResourcePlan,
  { id, record, others }: Recorded,
): object | undefined {
  if (attributes === undefined) return undefined;
  if (others !== undefined) return finish(rendering, attributesObject(attributes, id, [record, ...others]));
  return rendering.frozen
    ? Object.freeze(attributesObject(attributes, id, [record]))
    : attributesForText(attributes, id, record);
}

/** A relationship that was not loaded has links only; without links it is left out. */
function relationshipObject(
  rendering: Rendering,
  plan: ResourcePlan,
  resource: Recorded,
  relationship: RelationshipPlan,
  segment: string | undefined,
): RelationshipObject | undefined {
  const value = relatedValue(rendering.reader, resource.record, resource.others, relationship);
  const data = value === undefined ? undefined : linkageOf(rendering, plan.type.name, resource.id, relationship, value);
  const suffixes = segment === undefined ? undefined : plan.urls?.suffixes.get(relationship);
  if (suffixes === undefined || segment === undefined || plan.urls === undefined) {
    return data === undefined ? undefined : finish(rendering, { data });
  }
  const { prefix } = plan.urls;
  const links = finish(rendering, {
    self: flatText(prefix, segment, suffixes.self),
    related: flatText(prefix, segment, suffixes.related),
  });
  return finish(rendering, data === undefined ? { links } : { links, data });
}

function relationshipsOf(
  rendering: Rendering,
  plan: ResourcePlan,
  resource: Recorded,
  segment: string | undefined,
): object | undefined {
  const { relationships, template } = plan;
  if (relationships.length === 0) return undefined;
  const made: Record<string, RelationshipObject | undefined> = { ...template };
  let absent = 0;
  for (let index = 0; index < relationships.length; index++) {
    const relationship = relationships[index] as RelationshipPlan;
    const object = relationshipObject(rendering, plan, resource, relationship, segment);
    if (object === undefined) absent++;
    else made[relationship.name] = object;
  }
  if (absent === relationships.length) return undefined;
  // A document for callers has no members that are undefined; in text they do not show.
  if (absent === 0 || !rendering.frozen) return finish(rendering, made);
  return Object.freeze(Object.fromEntries(Object.entries(made).filter(([, object]) => object !== undefined)));
}

/** The resource object of a record; `others` are further records of the same resource. */
export function resourceObject(
  rendering: Rendering,
  plan: ResourcePlan,
  id: string,
  record: object,
  others: Set<object> | undefined,
): ResourceObject {
  const resource = { id, record, others };
  const type = plan.type.name;
  const segment = plan.urls === undefined || rendering.isServed?.(type) === false ? undefined : idSegment(id);
  const attributes = attributesOf(rendering, plan, resource);
  const relationships = relationshipsOf(rendering, plan, resource, segment);
  const links =
    segment === undefined || plan.urls === undefined
      ? undefined
      : finish(rendering, { self: flatText(plan.urls.prefix, segment) });
  return finish(rendering, resourceLiteral(type, id, attributes, relationships, links) as ResourceObject);
}

/** Object literals, each with its members in one order: spreads and later additions cost more than all else. */
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
