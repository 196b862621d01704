import { attributesForText, attributesObject } from '../record/attributes.ts';
import { idSegment } from '../url/url-plan.ts';
import { ensureExtras, relatedValue } from './identity-map.ts';
import { linkageOf } from './linkage.ts';
import type { RelationshipPlan } from './relationship-plan.ts';
import type { RenderContext, RenderResource } from './render-context.ts';
import { resourceObject } from './resource.ts';
import { membersFor } from './resource-members.ts';
import type { ResourcePlan } from './resource-plan.ts';
import { joinedTexts, type ResourceTexts, relationshipText } from './resource-texts.ts';
import type { Traversal } from './traversal.ts';

function relationshipsText(
  context: RenderContext,
  plan: ResourcePlan,
  texts: ResourceTexts,
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
    // The traversal of earlier relationships can find more records of this resource.
    const known = traversal === undefined ? others : traversal.entry.extras?.records;
    const value = relatedValue(context.reader, record, known, relationship);
    const step = traversal?.steps[index];
    if (value === undefined && traversal !== undefined && step !== undefined)
      ensureExtras(traversal.entry).unresolvedSteps.push(step);
    const linkage =
      value === undefined ? undefined : linkageOf(context, type.name, id, relationship, value, traversal?.map, step);
    // Omit the links if neither the record nor the source can return this relationship: they would respond with 404.
    const isLinked = value !== undefined || reach?.isReadable === true;
    const own = relationshipText(
      texts.relationships[index] as ResourceTexts['relationships'][number],
      segment,
      isLinked,
      linkage,
    );
    if (own !== undefined) text = text === '' ? own : `${text},${own}`;
  }
  return text;
}

/**
 * Writes the resource object of a record as text: the same text as `JSON.stringify` of the result of `resourceObject`.
 * Faster for resources with several links.
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
  const relationships = relationshipsText(context, plan, texts, id, record, others, segment, traversal);
  return joinedTexts(texts, id, segment, shown, relationships);
};
