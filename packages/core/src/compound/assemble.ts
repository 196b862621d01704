import type { DataDocument, PrimaryData } from '../document/document.ts';
import type { ResourceObject } from '../document/resource-object.ts';
import type { Api } from '../schema/api.ts';
import { resourceType } from '../schema/resource-type.ts';
import type { AnyBuildOptions } from './build-options.ts';
import { checkOptions } from './check-options.ts';
import { fieldOf } from './field-of.ts';
import { createIdentityMap, type Entry, type IdentityMap } from './identity-map.ts';
import { typeOfRecord, wireId } from './reference.ts';
import { type Finish, linkageOf, resourceObject, type VisibleFields, visibleFields } from './resource.ts';
import { resourceUrls } from './resource-urls.ts';

/** Turns entries of an identity map into resource objects; what a type shows is settled once per type. */
function createRenderer(map: IdentityMap, options: AnyBuildOptions, finish: Finish): (entry: Entry) => ResourceObject {
  const { baseUrl, isServed } = options;
  const urls = baseUrl === undefined ? undefined : resourceUrls(baseUrl);
  const visible = new Map<string, VisibleFields>();
  const fieldset = (type: string): readonly string[] | undefined =>
    options.fields !== undefined && Object.hasOwn(options.fields, type) ? options.fields[type] : undefined;
  return (entry) => {
    let fields = visible.get(entry.type.name);
    if (fields === undefined) {
      fields = visibleFields(entry.type, fieldset(entry.type.name));
      visible.set(entry.type.name, fields);
    }
    return resourceObject(map, entry, fields, isServed?.(entry.type.name) === false ? undefined : urls, finish);
  };
}

function envelope(
  data: PrimaryData,
  included: readonly ResourceObject[] | undefined,
  options: AnyBuildOptions,
  finish: Finish,
): DataDocument {
  const { jsonapi, links, meta, extensionMembers } = options;
  return finish({
    ...(jsonapi === undefined ? {} : { jsonapi }),
    ...(links === undefined ? {} : { links }),
    ...(meta === undefined ? {} : { meta }),
    data,
    ...(included === undefined ? {} : { included }),
    ...extensionMembers,
  });
}

function readRelated(options: AnyBuildOptions): (record: object, relationship: string) => unknown {
  const { related } = options;
  if (related === undefined) return fieldOf;
  return (record, name) => {
    const known = related(record, name);
    return known === undefined ? fieldOf(record, name) : known;
  };
}

/** Builds the document of one record, several or none. Every object it makes goes through `finish`. */
export function assemble(
  api: Api,
  types: readonly string[],
  records: object | null | readonly object[],
  options: AnyBuildOptions,
  finish: Finish,
): DataDocument {
  const paths = checkOptions(api, types, options);
  const map = createIdentityMap(api, readRelated(options), options.typeOf);
  const list: readonly object[] = Array.isArray(records) ? records : records === null ? [] : [records];
  for (const record of list) {
    const type = typeOfRecord(api, types, record, 'The primary data', options.typeOf);
    map.addPrimary(type, wireId((record as { readonly id?: unknown }).id, `A record of ${type.name}`), record);
  }
  for (const entry of map.primary) map.include(entry, paths);
  const render = createRenderer(map, options, finish);
  const data = map.primary.map(render);
  const included = options.include === undefined ? undefined : finish(map.included.map(render));
  return envelope(Array.isArray(records) ? finish(data) : (data[0] ?? null), included, options, finish);
}

/** Builds the document whose primary data is the linkage of one relationship of a record. */
export function assembleRelationship(
  api: Api,
  type: string,
  record: object,
  name: string,
  options: AnyBuildOptions,
  finish: Finish,
): DataDocument {
  const definition = resourceType(api, type);
  const relationship = definition.relationships.get(name);
  if (relationship === undefined) throw new TypeError(`${type} has no relationship ${JSON.stringify(name)}.`);
  const paths = checkOptions(api, [type], options);
  const map = createIdentityMap(api, readRelated(options), options.typeOf);
  const id = wireId((record as { readonly id?: unknown }).id, `A record of ${type}`);
  // The parent is no part of the document, so it stands outside the map and may be included like any other resource.
  const parent: Entry = { type: definition, id, records: new Set([record]), linkage: new Map(), waiting: [] };
  const linkage = map.linkageOf(parent, relationship);
  if (linkage === undefined) throw new TypeError(`${type} ${JSON.stringify(id)}: ${name} was not loaded.`);
  const own = paths.get(name);
  if (own !== undefined) map.include(parent, new Map([[name, own]]));
  const render = createRenderer(map, options, finish);
  const included = options.include === undefined ? undefined : finish(map.included.map(render));
  return envelope(linkageOf(linkage, finish), included, options, finish);
}
