import { idSegment } from '../../schema/url/url-plan.ts';
import { attributesForText, attributesObject } from '../record/attributes.ts';
import { ensureExtras, relatedValue } from './identity-map.ts';
import { linksOnly } from './links-only.ts';
import type { RelationshipPlan } from './relationship-plan.ts';
import type { RenderContext, RenderResource } from './render-context.ts';
import { resourceObject } from './resource.ts';
import { membersFor } from './resource-members.ts';
import type { ResourcePlan } from './resource-plan.ts';
import { innerId, type RelationshipTexts, type ResourceTexts } from './resource-texts.ts';
import type { Traversal } from './traversal.ts';
import { linkageText } from './write-linkage.ts';

/** Returns the text of all relationship objects without the closing brace, or an empty text. `segment` is the id in URLs. */
function relationshipsText(
  context: RenderContext,
  plan: ResourcePlan,
  resourceTexts: ResourceTexts,
  id: string,
  record: object,
  extraRecords: Set<object> | undefined,
  segment: string,
  traversal: Traversal | undefined,
): string {
  const { relationships, type, availability } = plan;
  let text = '';
  for (let index = 0; index < relationships.length; index++) {
    const relationship = relationships[index] as RelationshipPlan;
    // While the previous relationships were followed, the traversal can have added more records of this resource.
    const extras = traversal === undefined ? extraRecords : traversal.entry.extras?.records;
    const value = relatedValue(context.reader, record, extras, relationship);
    const step = traversal?.steps[index];
    if (value === undefined) {
      if (traversal !== undefined && step !== undefined) ensureExtras(traversal.entry).unresolvedSteps.push(step);
      // Omit the links if neither the record nor the source can return this relationship: they would respond with 404.
      if (availability?.isReadable !== true) continue;
    }
    const texts = resourceTexts.relationships[index] as RelationshipTexts;
    const open = text === '' ? texts.first : texts.later;
    const end =
      value === undefined || value === linksOnly
        ? texts.bare
        : linkageText(context, texts, type.name, id, relationship, value, traversal, step);
    text += texts.related === undefined ? open + segment + end : open + segment + texts.related + segment + end;
  }
  return text;
}

/**
 * Writes the resource object of a record as text. The text equals the output of `JSON.stringify` for `resourceObject`.
 * This is faster for resources with several links.
 */
export const writeResource: RenderResource<string> = (context, plan, id, record, extraRecords, traversal) => {
  const { texts, attributes, type } = plan;
  if (texts === undefined || membersFor(context.resources, type.name) !== undefined) {
    return JSON.stringify(resourceObject(context, plan, id, record, extraRecords, traversal));
  }
  const segment = idSegment(id);
  let shown: object | undefined;
  if (attributes !== undefined) {
    shown =
      extraRecords === undefined
        ? attributesForText(attributes, id, record)
        : attributesObject(attributes, id, [record, ...extraRecords]);
  }
  const start = `${texts.open}${innerId(id, segment)}`;
  const open = shown === undefined ? `${start}"` : `${start}","attributes":${JSON.stringify(shown)}`;
  const relationships = relationshipsText(context, plan, texts, id, record, extraRecords, segment, traversal);
  return relationships === ''
    ? `${open}${texts.links}${segment}"}}`
    : `${open}${relationships}${texts.linksAfter}${segment}"}}`;
};
