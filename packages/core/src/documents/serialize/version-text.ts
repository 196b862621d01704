import type { Api, ResourceType } from '../../schema/api.ts';
import { wholeResourcePlan } from '../compound/resource-plan.ts';
import { idText } from '../compound/resource-texts.ts';
import { relationshipsText } from '../compound/write-resource.ts';
import { orderedAttributes } from '../record/attributes.ts';
import { idOf } from '../record/primary-records.ts';

/**
 * Returns the JSON text of the document of one record, without links, with every field that clients can read. Its members have the order of the declaration,
 * not of the record, so that equal resources have equal texts.
 *
 * @throws {TypeError} If a record violates a rule, for example because it does not have an id.
 */
export function versionText(api: Api, type: ResourceType, record: object): string {
  const plan = wholeResourcePlan(api, type);
  const id = idOf(type, record);
  const attributes = plan.attributes && orderedAttributes(plan.attributes, id, record);
  const reader = { api, related: undefined, recordOf: undefined, typeOf: undefined, identifierMeta: undefined };
  const context = { reader, frozen: false };
  const shown = attributes === undefined ? '' : `,"attributes":${JSON.stringify(attributes)}`;
  const relationships = relationshipsText(context, plan, id, record, undefined, '');
  return `{"data":${plan.texts.open}${idText(id)}"${shown}${relationships}${relationships === '' ? '' : '}'}}}`;
}
