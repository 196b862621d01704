import { type LinkageContext, linkageOf, nullLinkage } from './linkage.ts';
import type { RelationshipPlan } from './relationship-plan.ts';
import type { CollectedLinkage } from './resource-entry.ts';
import { idText, type RelationshipTexts } from './resource-texts.ts';

/**
 * Returns the text of a relationship object after its links: its linkage, and the closing braces. Writes ids without creating an
 * object for each.
 *
 * @throws {TypeError} If the value has the wrong kind or contains another type.
 */
export function linkageText(
  context: LinkageContext,
  texts: RelationshipTexts,
  type: string,
  id: string,
  relationship: RelationshipPlan,
  linkage: CollectedLinkage,
): string {
  const open = texts.linkage;
  if (open !== undefined) {
    if (typeof linkage === 'string') return `${open.one}${idText(linkage)}"}}`;
    if (Array.isArray(linkage)) {
      if (linkage.length === 0) return texts.empty;
      let text = open.many + idText(linkage[0]);
      for (let index = 1; index < linkage.length; index++) text += open.next + idText(linkage[index]);
      return `${text}"}]}`;
    }
  }
  if (linkage === nullLinkage) return texts.none;
  return `${texts.data}${JSON.stringify(linkageOf(context, type, id, relationship, linkage))}}`;
}
