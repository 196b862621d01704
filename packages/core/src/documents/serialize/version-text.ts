import { hasOwn, memberOf } from '../../internal/members.ts';
import type { Api, ResourceType } from '../../schema/api.ts';
import { wholeResourcePlan } from '../compound/resource-plan.ts';
import { idText, relationshipsText } from '../compound/write-relationships.ts';
import { textsFor } from '../compound/write-resource.ts';
import type { AttributePlan } from '../record/attribute-plan.ts';
import { orderedAttributes } from '../record/attributes.ts';
import { idOf } from '../record/record-id.ts';

/** The attributes that a client expects after a write. */
export interface ExpectedAttributes {
  /** The record before an update; undefined for a new resource. */
  readonly before: object | undefined;
  /** Attributes as the client sent them, so they are not encoded. */
  readonly sent: object;
}

function expectedAttributes(plan: AttributePlan, id: string, { before, sent }: ExpectedAttributes): object {
  const start = before === undefined ? plan.template : orderedAttributes(plan, id, before);
  const named = plan.names.filter((name) => hasOwn(sent, name));
  return Object.assign({ ...start }, Object.fromEntries(named.map((name) => [name, memberOf(sent, name)])));
}

/**
 * Returns the JSON text of the document of one record, without links, with every field that clients can read. Its members have the order of the declaration,
 * not of the record, so that equal resources have equal texts.
 *
 * @param expected What replaces the attributes of the record.
 * @throws {TypeError} If a record violates a rule, for example because it does not have an id.
 */
export function versionText(api: Api, type: ResourceType, record: object, expected?: ExpectedAttributes): string {
  const plan = wholeResourcePlan(api, type);
  const { texts = textsFor(plan) } = plan;
  const id = idOf(type, record);
  const attributes =
    plan.attributes &&
    (expected === undefined
      ? orderedAttributes(plan.attributes, id, record)
      : expectedAttributes(plan.attributes, id, expected));
  const reader = { api, related: undefined, recordOf: undefined, typeOf: undefined, identifierMeta: undefined };
  const context = { reader, extensions: 'any' as const, frozen: false, urls: undefined, resources: undefined };
  const shown = attributes === undefined ? '' : `,"attributes":${JSON.stringify(attributes)}`;
  const relationships = relationshipsText(context, texts, plan, id, record, undefined, '');
  return `{"data":${texts.open}${idText(id)}"${shown}${relationships}${relationships === '' ? '' : '}'}}}`;
}
