import { attributesForText, attributesObject } from '../record/attributes.ts';
import { idSegment } from '../url/url-plan.ts';
import { moreOf, relatedValue } from './identity-map.ts';
import type { RelationshipPlan } from './relationship-plan.ts';
import type { Rendering, RenderResource } from './rendering.ts';
import { resourceObject } from './resource.ts';
import { membersFor } from './resource-members.ts';
import type { ResourcePlan } from './resource-plan.ts';
import { innerId, type RelationshipTexts, type ResourceTexts } from './resource-texts.ts';
import type { Visit } from './visit.ts';
import { linkageText } from './write-linkage.ts';

function relationshipsText(
  rendering: Rendering,
  plan: ResourcePlan,
  all: ResourceTexts,
  id: string,
  record: object,
  others: Set<object> | undefined,
  segment: string,
  visit: Visit | undefined,
): string {
  const { relationships, type, reach } = plan;
  let text = '';
  for (let index = 0; index < relationships.length; index++) {
    const relationship = relationships[index] as RelationshipPlan;
    // A visit may meet further records of the very resource, on its way through the relationships before.
    const known = visit === undefined ? others : visit.entry.more?.others;
    const value = relatedValue(rendering.reader, record, known, relationship);
    const step = visit?.steps[index];
    if (value === undefined) {
      if (visit !== undefined && step !== undefined) moreOf(visit.entry).waiting.push(step);
      // What neither the record nor its source can tell must not be offered.
      if (reach?.isReadable !== true) continue;
    }
    const texts = all.relationships[index] as RelationshipTexts;
    const open = text === '' ? texts.first : texts.later;
    const end =
      value === undefined ? texts.bare : linkageText(rendering, texts, type.name, id, relationship, value, visit, step);
    text += texts.related === undefined ? open + segment + end : open + segment + texts.related + segment + end;
  }
  return text;
}

/**
 * Writes the resource object of a record as text, as `JSON.stringify` writes what `resourceObject` makes. Resources with
 * several links are faster written so.
 */
export const writeResource: RenderResource<string> = (rendering, plan, id, record, others, visit) => {
  const { texts, attributes, type } = plan;
  if (texts === undefined || membersFor(rendering.resources, type.name) !== undefined) {
    return JSON.stringify(resourceObject(rendering, plan, id, record, others, visit));
  }
  const segment = idSegment(id);
  let shown: object | undefined;
  if (attributes !== undefined) {
    shown =
      others === undefined
        ? attributesForText(attributes, id, record)
        : attributesObject(attributes, id, [record, ...others]);
  }
  const start = `${texts.open}${innerId(id, segment)}`;
  const open = shown === undefined ? `${start}"` : `${start}","attributes":${JSON.stringify(shown)}`;
  const relationships = relationshipsText(rendering, plan, texts, id, record, others, segment, visit);
  return relationships === ''
    ? `${open}${texts.links}${segment}"}}`
    : `${open}${relationships}${texts.linksAfter}${segment}"}}`;
};
