import { hasOwn, memberOf } from '../../internal/members.ts';
import type { Api, ResourceType } from '../../schema/api.ts';
import { idSegment } from '../../schema/url/resource-urls.ts';
import type { AttributePlan } from '../record/attribute-plan.ts';
import { attributesForText, attributesObject, orderedAttributes } from '../record/attributes.ts';
import { idOf } from '../record/record-id.ts';
import { givenUrl } from './given-url.ts';
import type { RenderResource } from './render-context.ts';
import { membersFor, withResourceMembers } from './resource-members.ts';
import { type ResourcePlan, wholePlansOf } from './resource-plan.ts';
import { planStrings, type ResourceStrings } from './resource-strings.ts';
import { idText, relationshipsText } from './write-relationships.ts';

/**
 * Creates the constant strings of a plan. Call it once for each plan.
 */
export function stringsFor(plan: ResourcePlan): ResourceStrings {
  const { type, relationships, urls, availability } = plan;
  const linked = availability?.canFind === false ? undefined : urls;
  plan.strings = planStrings(type.name, relationships, linked, availability?.related);
  return plan.strings;
}

/** The text of a resource object. Its attributes become text together with those of the other resources of the document. */
export interface ResourceParts {
  /** The text before the attributes, after a comma. */
  readonly open: string;
  /** Attributes without objects and arrays. Undefined if the other members contain everything. */
  readonly attributes: object | undefined;
  /** The text after the attributes. */
  readonly end: string;
}

/**
 * Writes the resource object of a record as text. The text equals the output of `JSON.stringify` for `resourceObject`, and takes
 * less time for resources with links.
 */
export const writeResource: RenderResource<ResourceParts> = (context, plan, id, record, extraRecords, entry) => {
  const { attributes, type, urls, strings = stringsFor(plan) } = plan;
  const members = context.resources === undefined ? undefined : membersFor(context.resources, type.name);
  const urlOf = context.urls?.resource;
  const segment = strings.hasLinks ? idSegment(id) : '';
  let shown: object | undefined;
  if (attributes !== undefined) {
    shown =
      extraRecords === undefined
        ? attributesForText(attributes, id, record)
        : attributesObject(attributes, id, [record, ...extraRecords]);
  }
  // A segment that equals its id needs no escape in JSON, either.
  let open = `${strings.later}${segment === id ? id : idText(id)}${shown === undefined ? '"' : '","attributes":'}`;
  if (shown !== undefined && attributes?.nests === true) {
    open += JSON.stringify(shown);
    shown = undefined;
  }
  const written = relationshipsText(context, strings, plan, id, record, extraRecords, segment, entry);
  if (members === undefined && urlOf === undefined) {
    const end = written === '' ? strings.links + segment : written + strings.linksAfter + segment;
    return { open, attributes: shown, end: end + strings.close };
  }
  const planned = strings.hasLinks ? `${urls?.prefix}${segment}` : undefined;
  const self = urlOf === undefined ? planned : givenUrl(urlOf, type.name, id);
  const links = self === undefined ? {} : { links: { self } };
  const rest = JSON.stringify(
    members === undefined ? links : withResourceMembers(context, links, members, record, type.name, id),
  );
  const before = written === '' ? '' : `${written}}`;
  return { open, attributes: shown, end: rest === '{}' ? `${before}}` : `${before},${rest.slice(1)}` };
};

/** Returns the JSON text of objects without objects and arrays in them. To write all of them in one call is faster. */
function flatStrings(objects: readonly object[]): readonly string[] {
  const text = objects.length < 2 ? '{}' : JSON.stringify(objects);
  const strings = new Array<string>(objects.length);
  let found = 0;
  // If each object has a member, a string that ends with `,{` can only add parts. One without members would hide that.
  for (let from = text.includes('{}') ? 0 : 1; from > 0; ) {
    const end = text.indexOf(',{"', from);
    strings[found++] = text.slice(from, end);
    from = end + 1;
  }
  return found === objects.length ? strings : objects.map((object) => JSON.stringify(object));
}

/** Returns the text of a resource object. */
export function textOf({ open, attributes, end }: ResourceParts): string {
  return open.slice(1) + (attributes === undefined ? '' : JSON.stringify(attributes)) + end;
}

/** Returns the strings of resource objects, with commas between them, and another string before the one at `border`. */
export function joinStrings(resources: readonly ResourceParts[], border = 0, between = ''): string {
  const flat: object[] = [];
  for (let index = 0; index < resources.length; index++) {
    const { attributes } = resources[index] as ResourceParts;
    if (attributes !== undefined) flat.push(attributes);
  }
  const strings = flatStrings(flat);
  let text = '';
  let next = 0;
  for (let index = 0; index < resources.length; index++) {
    const { open, attributes, end } = resources[index] as ResourceParts;
    text += index === border ? between + open.slice(1) : index === 0 ? open.slice(1) : open;
    if (attributes !== undefined) text += strings[next++];
    text += end;
  }
  return text;
}

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
 * not of the record, so that equal resources have equal strings.
 *
 * @param expected What replaces the attributes of the record.
 * @throws {TypeError} If a record violates a rule, for example because it does not have an id.
 */
export function versionText(api: Api, type: ResourceType, record: object, expected?: ExpectedAttributes): string {
  const plan = wholePlansOf(api)(type);
  const { strings = stringsFor(plan) } = plan;
  const id = idOf(type, record);
  const attributes =
    plan.attributes &&
    (expected === undefined
      ? orderedAttributes(plan.attributes, id, record)
      : expectedAttributes(plan.attributes, id, expected));
  const reader = { api, related: undefined, recordOf: undefined, typeOf: undefined, identifierMeta: undefined };
  const context = { reader, extensions: 'any' as const, frozen: false, urls: undefined, resources: undefined };
  const shown = attributes === undefined ? '' : `,"attributes":${JSON.stringify(attributes)}`;
  const relationships = relationshipsText(context, strings, plan, id, record, undefined, '');
  return `{"data":${strings.open}${idText(id)}"${shown}${relationships}${relationships === '' ? '' : '}'}}}`;
}
