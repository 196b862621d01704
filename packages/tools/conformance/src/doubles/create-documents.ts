import type { Api, ResourceType, TypeName } from '@linkage/core';
import { type OptionTable, optionTable, readOptions, resultAtOnce } from '@linkage/core/internal';
import fc, { type Arbitrary } from 'fast-check';
import { identityOf, type Json } from '../json.ts';
import { attributeArbitrary } from './schema-arbitrary.ts';

/** Options of `createDocuments`. */
export interface DocumentsOptions {
  /** Arbitraries for attributes whose schema has no JSON Schema, by their place, such as `articles.publishedAt`. */
  readonly attributes?: Readonly<Record<string, Arbitrary<unknown>>> | undefined;
  /** How many members a to-many relationship has at most. Default 3. */
  readonly maxLinkage?: number | undefined;
}

/** Arbitraries of fast-check for an API. */
export interface Documents<A extends Api> {
  /** Records as `buildDocument` and data sources take them: attributes and identifiers by name. */
  record(type: TypeName<A>): Arbitrary<Readonly<Record<string, unknown>>>;
  /** Resource objects with linkage. */
  resource(type: TypeName<A>): Arbitrary<Json>;
  /** Documents with one resource and everything that its linkage names. */
  document(type: TypeName<A>): Arbitrary<Json>;
  /** Documents with several resources, each with an id of its own. */
  collection(type: TypeName<A>): Arbitrary<Json>;
  /** Documents of create requests. */
  create(type: TypeName<A>): Arbitrary<Json>;
}

const knownOptions: OptionTable = optionTable({ attributes: 'object', maxLinkage: 'number' });

/**
 * Creates arbitraries for valid documents and records from the declaration of an API. The values of attributes come from the JSON
 * Schema of their schemas, which zod, valibot and arktype tell.
 *
 * @throws {TypeError} If a schema has no JSON Schema and the options have no arbitrary for it.
 */
export function createDocuments<const A extends Api>(api: A, options: DocumentsOptions = {}): Documents<A> {
  const { attributes: given = {}, maxLinkage = 3 } = readOptions('createDocuments', options, knownOptions);
  const id = fc.integer({ min: 1, max: 9_999 }).map(String);
  const identifier = (targets: readonly string[]) => fc.record({ type: fc.constantFrom(...targets), id });
  const fields = new Map([...api.types.values()].map((type) => [type.name, fieldsOf(type, given)] as const));
  const typeOf = (name: string): ResourceType => {
    const type = api.types.get(name);
    if (type === undefined) throw new TypeError(`createDocuments: "${name}" is not a resource type of this API.`);
    return type;
  };
  const attributesOf = (name: string) =>
    fc.record(fields.get(name)?.all ?? {}, { requiredKeys: fields.get(name)?.required ?? [] });
  const linkageOf = (name: string): Arbitrary<Readonly<Record<string, Json>>> => {
    const entries = [...typeOf(name).relationships.values()].map(({ name: own, kind, targets }) => {
      const one = identifier(targets);
      const many = fc.uniqueArray(one, { maxLength: maxLinkage, selector: identityOf });
      return [own, kind === 'to-many' ? many : fc.option(one)] as const;
    });
    return fc.record(Object.fromEntries<Arbitrary<Json>>(entries));
  };
  const resource = (name: string): Arbitrary<Json> =>
    fc
      .tuple(id, attributesOf(name), linkageOf(name))
      .map(([own, attributes, linkage]) => resourceObject(name, own, attributes, linkage));
  const included = (resources: readonly Json[]): Arbitrary<readonly Json[]> => {
    const own = new Set(resources.map(identityOf));
    const named = resources.flatMap(({ relationships = {} }) =>
      Object.values<Json>(relationships).flatMap(({ data }) => data ?? []),
    );
    const unique = new Map(named.map((each) => [identityOf(each), each]));
    const others = [...unique.values()].filter((each) => !own.has(identityOf(each)));
    return fc.tuple(
      ...others.map(({ type, id: of }) => attributesOf(type).map((attributes) => ({ type, id: of, attributes }))),
    );
  };
  return {
    record: (name) =>
      fc
        .tuple(id, attributesOf(typeOf(name).name), linkageOf(name))
        .map(([own, attributes, linkage]) => ({ id: own, ...attributes, ...linkage })),
    resource,
    document: (name) => resource(name).chain((data) => included([data]).map((more) => ({ data, included: more }))),
    collection: (name) =>
      fc
        .uniqueArray(resource(name), { maxLength: 5, selector: identityOf })
        .chain((data) => included(data).map((more) => ({ data, included: more }))),
    create: (name) => resource(name).map(({ id: _, ...data }) => ({ data })),
  };
}

function resourceObject(type: string, id: string, attributes: object, linkage: Readonly<Record<string, Json>>): Json {
  const relationships = Object.fromEntries(Object.entries(linkage).map(([name, data]) => [name, { data }]));
  const shown = Object.keys(relationships).length === 0 ? {} : { relationships };
  return { type, id, attributes, ...shown };
}

function fieldsOf(
  { name, attributes }: ResourceType,
  given: Readonly<Record<string, Arbitrary<unknown>>>,
): { readonly all: Record<string, Arbitrary<unknown>>; readonly required: string[] } {
  const all = [...attributes.values()].map(({ name: own, schema }) => {
    const where = `${name}.${own}`;
    return [own, given[where] ?? attributeArbitrary(where, schema)] as const;
  });
  const isRequired = ({ schema }: { readonly schema: Json }): boolean => {
    const result = resultAtOnce(schema, undefined);
    return result === undefined || result.issues !== undefined;
  };
  const required = [...attributes.values()].filter(isRequired).map(({ name: own }) => own);
  return { all: Object.fromEntries(all), required };
}
