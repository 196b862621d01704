import { ruleViolation } from '../../error/rule-violation.ts';
import { describeValue } from '../../internal/describe-value.ts';
import { unchanged } from '../../internal/finish.ts';
import { flatLinks } from '../../internal/flat-string.ts';
import { isUriReference } from '../../internal/uri.ts';
import type { Api, RelationshipDefinition } from '../../schema/api.ts';
import { isReadable, relationshipOf, resourceType } from '../../schema/resource-type.ts';
import { type ResourceUrls, resourceUrls } from '../../schema/url/resource-urls.ts';
import { isUrlScheme } from '../../schema/url/url-scheme.ts';
import type { DataDocument, PrimaryData } from '../../spec/document/document.ts';
import type { TopLevelLinks } from '../../spec/document/links-object.ts';
import type { ResourceObject } from '../../spec/document/resource-object.ts';
import { collect } from '../compound/collect.ts';
import { documentPlan } from '../compound/document-plan.ts';
import { createIdentityMap } from '../compound/identity-map.ts';
import { includePlan } from '../compound/include-plan.ts';
import { linkageOf } from '../compound/linkage.ts';
import { relationshipPlan } from '../compound/relationship-plan.ts';
import { renderCompound, renderEntry } from '../compound/render-compound.ts';
import type { RenderContext } from '../compound/render-context.ts';
import { resourceObject } from '../compound/resource.ts';
import { createEntry, relatedValue } from '../compound/resource-entry.ts';
import { identifierMetaOf } from '../compound/resource-members.ts';
import { availabilityBy } from '../compound/resource-plan.ts';
import { idOf } from '../record/record-id.ts';
import type { AnyBuildOptions } from './build-options.ts';
import { type Envelope, settleEnvelope } from './check-options.ts';

/** The last checked base URL: a server has one for all its documents. */
let latest: string | undefined;

/**
 * Checks the base URL of a document.
 *
 * @throws {TypeError} If it is not a URL, or a path cannot follow it.
 */
function checkBaseUrl(baseUrl: string): void {
  if (baseUrl === latest) return;
  // A URL can be valid alone, but not with a path after it, for example if its scheme does not have paths.
  if (isUriReference(baseUrl) && isUriReference(resourceUrls(baseUrl).resource('a', '1'))) {
    latest = baseUrl;
    return;
  }
  throw ruleViolation(
    'link-url',
    `\`baseUrl\` must be a URL that a path can follow, but it is ${describeValue(baseUrl)}.`,
  );
}

/** The purpose of a document: text for `JSON.stringify`, or a frozen document for a user. */
export type Purpose = 'text' | 'document';

/** Creates the render context of a document from its options. Rejects options that would violate the specification. */
export function createRenderContext(api: Api, options: AnyBuildOptions, purpose: Purpose): RenderContext {
  const { fields, include, baseUrl, related, typeOf, canFind, canFindRelated, urls, resources, extensions } = options;
  const frozen = purpose === 'document';
  if (baseUrl !== undefined) checkBaseUrl(baseUrl);
  const isScheme = urls !== undefined && isUrlScheme(urls);
  const planned = isScheme ? urls : urls === undefined ? baseUrl : undefined;
  return {
    documentPlan: documentPlan(api, fields, planned, include, availabilityBy(canFind, canFindRelated)),
    reader: { api, related, recordOf: undefined, typeOf, identifierMeta: identifierMetaOf(resources) },
    // The resource plans already contain the URLs of a scheme.
    urls: isScheme ? undefined : urls,
    resources,
    extensions,
    frozen,
  };
}

function envelope(
  data: PrimaryData,
  included: readonly ResourceObject[] | undefined,
  { jsonapi, links, meta, additional }: Envelope,
  { frozen }: RenderContext,
): DataDocument {
  const document: Record<string, unknown> = {};
  if (jsonapi !== undefined) document.jsonapi = jsonapi;
  if (links !== undefined) document.links = frozen ? links : flatLinks(links);
  if (meta !== undefined) document.meta = meta;
  document.data = data;
  if (included !== undefined) document.included = included;
  if (additional !== undefined) Object.assign(document, additional);
  return (frozen ? Object.freeze(document) : document) as unknown as DataDocument;
}

/** Builds the document of one record, several records, or null. */
export function assemble(
  api: Api,
  types: readonly string[],
  records: object | null | readonly object[],
  options: AnyBuildOptions,
  purpose: Purpose,
): DataDocument {
  const context = createRenderContext(api, options, purpose);
  if (typeof records !== 'object') {
    throw new TypeError(
      `\`records\` must be a record, an array of records, or null, but it is ${describeValue(records)}.`,
    );
  }
  const finish = context.frozen ? Object.freeze : unchanged;
  const isCollection = Array.isArray(records);
  const settled = settleEnvelope(options, isCollection, finish);
  const list: readonly object[] = isCollection ? records : records === null ? [] : [records];
  const plan = options.include === undefined ? undefined : includePlan(api, types, options.include);
  const { data, included } = renderCompound(context, types, list, plan, resourceObject);
  const primary = isCollection ? finish(data) : (data.at(0) ?? null);
  return envelope(primary, included && finish(included), settled, context);
}

/** Returns the top-level links of a relationship document: those of its URLs, and those of the user. */
function relationshipLinks(
  { baseUrl, urls, canFind, links }: AnyBuildOptions,
  type: string,
  id: string,
  { name, targets }: RelationshipDefinition,
): TopLevelLinks | undefined {
  const scheme: Partial<ResourceUrls> | undefined = urls ?? (baseUrl === undefined ? undefined : resourceUrls(baseUrl));
  if (scheme === undefined) return links;
  const { relationship: self, related } = scheme;
  const isRelatedServed = canFind === undefined || targets.every(canFind);
  return {
    ...(self && { self: self(type, id, name) }),
    ...(related && isRelatedServed && { related: related(type, id, name) }),
    ...links,
  };
}

/** Builds the document whose primary data is the linkage of one relationship of a record. */
export function assembleRelationship(
  api: Api,
  type: string,
  record: object,
  name: string,
  options: AnyBuildOptions,
  purpose: Purpose,
): DataDocument {
  const definition = resourceType(api, type);
  const plan = relationshipPlan(api, relationshipOf(definition, name, isReadable));
  const context = createRenderContext(api, options, purpose);
  // The parent is not part of the document, so keep it out of the identity map: it can be included like any other
  // resource.
  const id = idOf(definition, record);
  const links = relationshipLinks(options, type, id, plan.definition);
  const finish = context.frozen ? Object.freeze : unchanged;
  const settled = settleEnvelope({ ...options, links }, plan.toMany, finish);
  const value = relatedValue(context.reader, record, undefined, plan);
  if (value === undefined)
    throw new TypeError(
      `"${type}" ${JSON.stringify(id)}: the relationship \`${name}\` must be loaded, but its value is undefined.`,
    );
  const linkage = linkageOf(context, type, id, plan, { value, recordOf: undefined });
  if (options.include === undefined) return envelope(linkage, undefined, settled, context);
  const map = createIdentityMap(context.reader);
  const { root } = includePlan(api, [type], options.include);
  const other = options.include.find((path: string) => path.split('.', 1)[0] !== name);
  if (other !== undefined)
    throw new TypeError(`Relationship paths must begin with \`${name}\`, but one is ${JSON.stringify(other)}.`);
  const steps = root.steps.get(type)?.filter((step) => step.relationship === plan) ?? [];
  const node = { steps: new Map([[type, steps]]), isEnd: steps.length === 0, remainingPaths: [] };
  collect(map, createEntry(definition, id, record, node));
  const included = map.included.map((entry) => renderEntry(context, entry, resourceObject));
  return envelope(linkage, finish(included), settled, context);
}
