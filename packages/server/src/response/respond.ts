import {
  type Api,
  type BuildOptions,
  buildRelationshipDocument,
  type DataDocument,
  type ResourceType,
  serialize,
  type TopLevelLinks,
} from '@linkage/core';
import type { Exchange } from '../exchange.ts';
import { loadIncludes, type Root } from '../loading/load-includes.ts';
import { createLoadedRecords, type LoadedRecords } from '../loading/loaded-records.ts';
import { listOf, type References } from '../loading/read-related.ts';
import { idOf } from '../loading/record-id.ts';
import type { AnyQuery } from '../request/read-query.ts';
import { jsonapiObject } from './jsonapi.ts';

function buildOptions(
  { setup, negotiated }: Exchange,
  query: AnyQuery,
  links: TopLevelLinks,
  loaded: LoadedRecords,
): BuildOptions<Api, string> {
  return {
    include: query.include as never,
    fields: query.fields as never,
    ...(Object.keys(links).length > 0 ? { links } : {}),
    jsonapi: jsonapiObject(negotiated),
    baseUrl: setup.baseUrl,
    // Without `find` a resource has no URL that answers GET, and neither have its relationships.
    isServed: (type) => setup.sourceOf(type)?.find !== undefined,
    related: loaded.related,
    typeOf: loaded.typeOf,
  };
}

/** What a response is about: records of one type or of several, as a collection, one, or none. */
export interface PrimaryRecords {
  readonly types: readonly string[];
  readonly records: readonly Root[];
  /** `many` gives an array; `one` gives the first record, or null. */
  readonly shape: 'many' | 'one';
}

/** A root of a record that a source gave for a type. */
export function rootOf(type: ResourceType, record: object): Root {
  return { type, id: idOf(type.name, record), record };
}

/** Loads what is to be included and writes the document of these records. */
export async function respondWithRecords(
  exchange: Exchange,
  { types, records, shape }: PrimaryRecords,
  query: AnyQuery,
  links: TopLevelLinks,
): Promise<string> {
  const loaded = createLoadedRecords();
  for (const { type, id, record } of records) loaded.add(type.name, id, record);
  await loadIncludes(exchange, records, query, loaded);
  const primary = records.map(({ record }) => record);
  return serialize<Api, string, BuildOptions<Api, string>, object | null>(
    exchange.setup.api,
    types,
    (shape === 'many' ? primary : (primary[0] ?? null)) as never,
    buildOptions(exchange, query, links, loaded),
  );
}

/** Loads what is to be included and makes the document whose primary data is the linkage of one relationship. */
export async function respondWithLinkage(
  exchange: Exchange<'relationship'>,
  parent: Root,
  references: References,
  query: AnyQuery,
  links: TopLevelLinks,
): Promise<DataDocument> {
  const { relationship } = exchange.route;
  const loaded = createLoadedRecords();
  // The page that was read stands for the relationship, both for its linkage and for what is included through it. The
  // parent itself was read for its linkage alone, so it is loaded anew should a path lead back to it.
  const record = { id: parent.id, [relationship.name]: identifiersOf(references) };
  if (query.include !== undefined && query.include.length > 0) {
    for (const { type, id, record: known } of listOf(references))
      if (known !== undefined) loaded.add(type.name, id, known);
    await loadIncludes(exchange, [{ ...parent, record }], query, loaded);
  }
  const options = buildOptions(exchange, query, links, loaded);
  return buildRelationshipDocument(exchange.setup.api, parent.type.name, record, relationship.name as never, options);
}

function identifiersOf(references: References): unknown {
  const identifiers = listOf(references).map(({ type, id, meta }) => ({
    type: type.name,
    id,
    ...(meta === undefined ? {} : { meta }),
  }));
  return Array.isArray(references) ? identifiers : (identifiers[0] ?? null);
}
