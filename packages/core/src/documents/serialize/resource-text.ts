import type { Api, ResourceType } from '../../schema/api.ts';
import { linkageOf } from '../compound/linkage.ts';
import type { RelationshipPlan } from '../compound/relationship-plan.ts';
import { type ResourcePlan, wholeResourcePlan } from '../compound/resource-plan.ts';
import { orderedAttributes } from '../record/attributes.ts';
import { fieldOf } from '../record/field-of.ts';
import { idOf } from '../record/primary-records.ts';

/** Returns the relationships of a record for a document without links, or undefined if the record contains none. */
function relationshipsOf(
  api: Api,
  { type, relationships, template }: ResourcePlan,
  id: string,
  record: object,
): object | undefined {
  const relationshipObjects: Record<string, object | undefined> = { ...template };
  const reader = { api, typeOf: undefined, frozen: false, identifierMeta: undefined };
  let isEmpty = true;
  for (let index = 0; index < relationships.length; index++) {
    const relationship = relationships[index] as RelationshipPlan;
    const value = fieldOf(record, relationship.name);
    if (value === undefined) continue;
    isEmpty = false;
    relationshipObjects[relationship.name] = { data: linkageOf(reader, type.name, id, relationship, value) };
  }
  return isEmpty ? undefined : relationshipObjects;
}

/**
 * Returns the JSON text of the document of one record, without links, with every field that clients can read. Its members have the order of the declaration,
 * not of the record, so that equal resources have equal texts.
 *
 * @throws {TypeError} If a record violates a rule, for example because it does not have an id.
 */
export function resourceText(api: Api, type: ResourceType, record: object): string {
  const plan = wholeResourcePlan(api, type);
  const id = idOf(type, record);
  const attributes = plan.attributes && orderedAttributes(plan.attributes, id, record);
  const relationships = relationshipsOf(api, plan, id, record);
  return JSON.stringify({ data: { type: type.name, id, attributes, relationships } });
}
