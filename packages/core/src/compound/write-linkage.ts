import { plainReference } from '../record/plain-reference.ts';
import type { ResourceType } from '../schema/api.ts';
import { idSegment } from '../url/url-plan.ts';
import { addMember } from './follow-paths.ts';
import type { IncludeStep } from './include-plan.ts';
import { linkageOf } from './linkage.ts';
import type { RelationshipPlan } from './relationship-plan.ts';
import type { RenderContext } from './render-context.ts';
import { innerId, type RelationshipTexts } from './resource-texts.ts';
import type { Traversal } from './traversal.ts';

const SMALL_LINKAGE_LENGTH = 8;

function repeats(ids: readonly string[]): boolean {
  if (ids.length > SMALL_LINKAGE_LENGTH) return new Set(ids).size < ids.length;
  for (let index = 1; index < ids.length; index++) {
    if (ids.indexOf(ids[index] as string) < index) return true;
  }
  return false;
}

/** A linkage member that can be written directly, and the include step that continues at its resource, if any. */
function plainId(
  { reader }: RenderContext,
  target: ResourceType,
  member: unknown,
  step: IncludeStep | undefined,
): string | undefined {
  // Whether an object with a type is a record matters only if the resource can be included.
  const isNamed = typeof member === 'object' && member !== null && 'type' in member;
  if (isNamed && step !== undefined && reader.recordOf === undefined) return undefined;
  return plainReference(target, member);
}

function plainIds(
  context: RenderContext,
  target: ResourceType,
  members: readonly unknown[],
  step: IncludeStep | undefined,
): readonly string[] | undefined {
  const ids: string[] = [];
  for (let index = 0; index < members.length; index++) {
    const id = plainId(context, target, members[index], step);
    if (id === undefined) return undefined;
    ids.push(id);
  }
  return repeats(ids) ? undefined : ids;
}

function idText(id: string): string {
  return innerId(id, idSegment(id));
}

/**
 * Writes the linkage of a relationship as text, from the value in a record. With a traversal and a step, adds the
 * related resources to it. Writes ids and identifiers with one type without creating an object for each.
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
      const memberId = plainId(context, target, value, step);
      if (memberId !== undefined) {
        if (traversal !== undefined && step !== undefined) addMember(traversal.map, step.next, target, memberId, value);
        return `${linkage.one}${idText(memberId)}"}}`;
      }
    } else if (Array.isArray(value)) {
      if (value.length === 0) return texts.empty;
      const ids = plainIds(context, target, value, step);
      if (ids !== undefined) {
        let text = linkage.many;
        for (let index = 0; index < ids.length; index++) {
          const memberId = ids[index] as string;
          if (traversal !== undefined && step !== undefined) {
            addMember(traversal.map, step.next, target, memberId, value[index]);
          }
          text += index === 0 ? idText(memberId) : `${linkage.next}${idText(memberId)}`;
        }
        return `${text}"}]}`;
      }
    }
  }
  const resourceLinkage = linkageOf(context, type, id, relationship, value, traversal?.map, step);
  return `${texts.data}${JSON.stringify(resourceLinkage)}}`;
}
