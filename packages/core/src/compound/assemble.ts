import type { DataDocument, PrimaryData } from '../document/document.ts';
import type { ResourceObject } from '../document/resource-object.ts';
import type { Api, ResourceType } from '../schema/api.ts';
import { resourceType } from '../schema/resource-type.ts';
import type { AnyBuildOptions } from './build-options.ts';
import { checkOptions } from './check-options.ts';
import { followPaths } from './follow-paths.ts';
import {
  addPrimary,
  createEntry,
  createIdentityMap,
  type Entry,
  type IdentityMap,
  relatedValue,
} from './identity-map.ts';
import { type IncludeNode, includePlan } from './include-plan.ts';
import { linkageOf } from './linkage.ts';
import { typeOfRecord, wireId } from './reference.ts';
import { relationshipPlan } from './relationship-plan.ts';
import type { Rendering } from './rendering.ts';
import { resourceObject } from './resource.ts';
import { resourcePlan, viewOf } from './resource-plan.ts';
import { addUniqueId, createUniqueIds } from './unique-ids.ts';

/** Whether a document is for `JSON.stringify`, or for a caller who gets it frozen. */
export type Purpose = 'text' | 'document';

function asMade<Made extends object>(made: Made): Made {
  return made;
}

/** Settles how resource objects are made; refuses options that would break the specification. */
export function createRendering(api: Api, options: AnyBuildOptions, purpose: Purpose): Rendering {
  const { fields, baseUrl, related, typeOf, isServed, urls, resources } = options;
  const frozen = purpose === 'document';
  checkOptions(options);
  return {
    api,
    view: viewOf(api, fields, urls === undefined ? baseUrl : undefined),
    reader: { api, related, typeOf },
    typeOf,
    isServed,
    urls,
    resources,
    frozen,
    finish: frozen ? Object.freeze : asMade,
  };
}

function envelope(
  data: PrimaryData,
  included: readonly ResourceObject[] | undefined,
  options: AnyBuildOptions,
  { frozen }: Rendering,
): DataDocument {
  const { jsonapi, links, meta, extensionMembers } = options;
  const document: Record<string, unknown> = {};
  if (jsonapi !== undefined) document.jsonapi = jsonapi;
  if (links !== undefined) document.links = links;
  if (meta !== undefined) document.meta = meta;
  document.data = data;
  if (included !== undefined) document.included = included;
  if (extensionMembers !== undefined) Object.assign(document, extensionMembers);
  return (frozen ? Object.freeze(document) : document) as unknown as DataDocument;
}

function renderAll(rendering: Rendering, entries: readonly Entry[]): readonly ResourceObject[] {
  const resources: ResourceObject[] = [];
  for (let index = 0; index < entries.length; index++) {
    const { type, id, record, more } = entries[index] as Entry;
    resources.push(resourceObject(rendering, resourcePlan(rendering.view, type), id, record, more?.others));
  }
  return rendering.frozen ? Object.freeze(resources) : resources;
}

/** The type of a record of the primary data, when it says so itself. */
export function typesOf(
  api: Api,
  types: readonly string[],
  { typeOf }: AnyBuildOptions,
): (record: object) => ResourceType {
  const single = types.length === 1 ? resourceType(api, types[0] as string) : undefined;
  if (single !== undefined) return () => single;
  return (record) => typeOfRecord(api, types, record, 'The primary data', typeOf);
}

/** The id of a record of the primary data. */
export function idOf(type: ResourceType, record: object | null): string {
  if (typeof record !== 'object' || record === null) throw new TypeError(`A record of ${type.name} is an object.`);
  const { id } = record as { readonly id?: unknown };
  return typeof id === 'string' ? id : wireId(id, `A record of ${type.name}`);
}

/** Resources of the primary data that no path leads back to: each is finished before the next one is read. */
function renderPrimary(
  rendering: Rendering,
  records: readonly object[],
  typeOf: (record: object) => ResourceType,
  map: IdentityMap | undefined,
  root: IncludeNode | undefined,
): readonly ResourceObject[] {
  const data: ResourceObject[] = [];
  const unique = createUniqueIds(data);
  for (let index = 0; index < records.length; index++) {
    const record = records[index] as object;
    const type = typeOf(record);
    const id = idOf(type, record);
    addUniqueId(unique, type.name, id);
    if (map !== undefined && root !== undefined) followPaths(map, createEntry(type, id, record, root));
    data.push(resourceObject(rendering, resourcePlan(rendering.view, type), id, record, undefined));
  }
  return rendering.frozen ? Object.freeze(data) : data;
}

/** The primary data and what is included with it. */
function renderCompound(
  rendering: Rendering,
  types: readonly string[],
  records: readonly object[],
  options: AnyBuildOptions,
): { readonly data: readonly ResourceObject[]; readonly included: readonly ResourceObject[] | undefined } {
  const typeOf = typesOf(rendering.api, types, options);
  if (options.include === undefined) {
    return { data: renderPrimary(rendering, records, typeOf, undefined, undefined), included: undefined };
  }
  const { root, meetsPrimary } = includePlan(rendering.api, types, options.include);
  const map = createIdentityMap(rendering.reader);
  let data: readonly ResourceObject[];
  if (meetsPrimary) {
    const primary = records.map((record) => {
      const type = typeOf(record);
      const entry = createEntry(type, idOf(type, record), record, root);
      addPrimary(map, entry);
      return entry;
    });
    for (const entry of primary) followPaths(map, entry);
    data = renderAll(rendering, primary);
  } else {
    data = renderPrimary(rendering, records, typeOf, map, root);
  }
  return { data, included: renderAll(rendering, map.included) };
}

/** Builds the document of one record, several or none. */
export function assemble(
  api: Api,
  types: readonly string[],
  records: object | null | readonly object[],
  options: AnyBuildOptions,
  purpose: Purpose,
): DataDocument {
  const rendering = createRendering(api, options, purpose);
  const list: readonly object[] = Array.isArray(records) ? records : records === null ? [] : [records];
  const { data, included } = renderCompound(rendering, types, list, options);
  return envelope(Array.isArray(records) ? data : (data[0] ?? null), included, options, rendering);
}

/** Builds the document whose primary data is the linkage of one relationship of a record. */
export function assembleRelationship(
  api: Api,
  type: string,
  record: object,
  name: string,
  options: AnyBuildOptions,
): DataDocument {
  const definition = resourceType(api, type);
  const relationship = definition.relationships.get(name);
  if (relationship === undefined) throw new TypeError(`${type} has no relationship ${JSON.stringify(name)}.`);
  const plan = relationshipPlan(api, relationship);
  const rendering = createRendering(api, options, 'document');
  // The parent is no part of the document, so it stands outside the map and may be included like any other resource.
  const id = idOf(definition, record);
  const value = relatedValue(rendering.reader, record, undefined, plan);
  if (value === undefined) throw new TypeError(`${type} ${JSON.stringify(id)}: ${name} was not loaded.`);
  const linkage = linkageOf(rendering, type, id, plan, value);
  if (options.include === undefined) return envelope(linkage, undefined, options, rendering);
  const map = createIdentityMap(rendering.reader);
  const { root } = includePlan(api, [type], options.include);
  const steps = root.steps.get(type)?.filter((step) => step.relationship === plan) ?? [];
  followPaths(map, createEntry(definition, id, record, { steps: new Map([[type, steps]]), isEnd: steps.length === 0 }));
  return envelope(linkage, renderAll(rendering, map.included), options, rendering);
}
