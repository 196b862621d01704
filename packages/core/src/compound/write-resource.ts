import { attributesForText, attributesObject } from '../record/attributes.ts';
import { idSegment } from '../url/url-plan.ts';
import { ensureExtras, relatedValue } from './identity-map.ts';
import type { RelationshipPlan } from './relationship-plan.ts';
import type { RenderContext, RenderResource } from './render-context.ts';
import { resourceObject } from './resource.ts';
import { membersFor } from './resource-members.ts';
import type { ResourcePlan } from './resource-plan.ts';
import { innerId, type RelationshipTexts, type ResourceTexts } from './resource-texts.ts';
import type { Traversal } from './traversal.ts';
import { linkageText } from './write-linkage.ts';

function relationshipsText(
  context: RenderContext,
  plan: ResourcePlan,
  all: ResourceTexts,
  id: string,
  record: object,
  others: Set<object> | undefined,
  segment: string,
  traversal: Traversal | undefined,
): string {
  const { relationships, type, reach } = plan;
  let text = '';
  for (let index = 0; index < relationships.length; index++) {
    const relationship = relationships[index] as RelationshipPlan;
    // A traversal may addRelated further records of the very resource, on its way through the relationships before.
    const known = traversal === undefined ? others : traversal.entry.extras?.records;
    const value = relatedValue(context.reader, record, known, relationship);
    const step = traversal?.steps[index];
    if (value === undefined) {
      if (traversal !== undefined && step !== undefined) ensureExtras(traversal.entry).unresolvedSteps.push(step);
      // What neither the record nor its source can tell must not be offered.
      if (reach?.isReadable !== true) continue;
    }
    const texts = all.relationships[index] as RelationshipTexts;
    const open = text === '' ? texts.first : texts.later;
    const end =
      value === undefined
        ? texts.bare
        : linkageText(context, texts, type.name, id, relationship, value, traversal, step);
    text += texts.related === undefined ? open + segment + end : open + segment + texts.related + segment + end;
  }
  return text;
}

/**
 * Writes the resource object of a record as text, as `JSON.stringify` writes what `resourceObject` makes. Resources with
 * several links are faster written so.
 */
export const writeResource: RenderResource<string> = (context, plan, id, record, others, traversal) => {
  const { texts, attributes, type } = plan;
  if (texts === undefined || membersFor(context.resources, type.name) !== undefined) {
    return JSON.stringify(resourceObject(context, plan, id, record, others, traversal));
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
  const relationships = relationshipsText(context, plan, texts, id, record, others, segment, traversal);
  return relationships === ''
    ? `${open}${texts.links}${segment}"}}`
    : `${open}${relationships}${texts.linksAfter}${segment}"}}`;
};
