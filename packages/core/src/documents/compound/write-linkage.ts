import type { ResourceType } from '../../schema/api.ts';
import { idSegment } from '../../schema/url/url-plan.ts';
import { plainReference } from '../record/plain-reference.ts';
import { addRelatedById } from './follow-paths.ts';
import type { IncludeStep } from './include-plan.ts';
import { linkageOf } from './linkage.ts';
import type { RelationshipPlan } from './relationship-plan.ts';
import type { RenderContext } from './render-context.ts';
import { innerId, type RelationshipTexts } from './resource-texts.ts';
import type { Traversal } from './traversal.ts';

/** Up to this length, searching the array is faster than creating a set. */
const SMALL_LINKAGE_LENGTH = 8;

function hasRepeats(ids: readonly string[]): boolean {
  if (ids.length > SMALL_LINKAGE_LENGTH) return new Set(ids).size < ids.length;
  for (let index = 1; index < ids.length; index++) {
    if (ids.indexOf(ids[index] as string) < index) return true;
  }
  return false;
}

/** Returns the id of one value of a relationship, or undefined if `linkageOf` must read the value. */
function plainId(
  { reader }: RenderContext,
  target: ResourceType,
  value: unknown,
  step: IncludeStep | undefined,
): string | undefined {
  // Whether an object with a type is a record matters only if the resource can be included.
  const isNamed = typeof value === 'object' && value !== null && 'type' in value;
  if (isNamed && step !== undefined && reader.recordOf === undefined) return undefined;
  return plainReference(target, value);
}

/** Returns the ids of all values of a to-many relationship, or undefined if `linkageOf` must read them. */
function plainIds(
  context: RenderContext,
  target: ResourceType,
  values: readonly unknown[],
  step: IncludeStep | undefined,
): readonly string[] | undefined {
  const ids: string[] = [];
  for (let index = 0; index < values.length; index++) {
    const id = plainId(context, target, values[index], step);
    if (id === undefined) return undefined;
    ids.push(id);
  }
  return hasRepeats(ids) ? undefined : ids;
}

function idText(id: string): string {
  return innerId(id, idSegment(id));
}

/**
 * Returns the text of a relationship object after its links: its linkage, from the value in a record, and the closing
 * braces. With a traversal and a step, adds the related resources to the map. Writes ids and identifiers of one type
 * without creating an object for each. For other values, uses `linkageOf`.
 *
 * @throws {TypeError} If the value has the wrong kind or contains another type.
 */
export function linkageText(
  context: RenderContext,
  texts: RelationshipTexts,
  type: string,
  id: string,
  relationship: RelationshipPlan,
  value: unknown,
  traversal: Traversal | undefined,
  step: IncludeStep | undefined,
): string {
  const { toMany, target } = relationship;
  const { linkage } = texts;
  if (value === null && !toMany) return texts.none;
  if (linkage !== undefined && target !== undefined && context.identifierMeta === undefined) {
    if (!toMany) {
      const relatedId = plainId(context, target, value, step);
      if (relatedId !== undefined) {
        if (traversal !== undefined && step !== undefined)
          addRelatedById(traversal.map, step.next, target, relatedId, value);
        return `${linkage.one}${idText(relatedId)}"}}`;
      }
    } else if (Array.isArray(value)) {
      if (value.length === 0) return texts.empty;
      const ids = plainIds(context, target, value, step);
      if (ids !== undefined) {
        let text = linkage.many;
        for (let index = 0; index < ids.length; index++) {
          const relatedId = ids[index] as string;
          if (traversal !== undefined && step !== undefined) {
            addRelatedById(traversal.map, step.next, target, relatedId, value[index]);
          }
          text += index === 0 ? idText(relatedId) : `${linkage.next}${idText(relatedId)}`;
        }
        return `${text}"}]}`;
      }
    }
  }
  const resourceLinkage = linkageOf(context, type, id, relationship, value, traversal?.map, step);
  return `${texts.data}${JSON.stringify(resourceLinkage)}}`;
}
