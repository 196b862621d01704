import type { Api, AttributeDefinition, Collection, ResourceType, UrlScheme } from '@linkage/core';
import { offsetStrategy, type PaginationStrategy, pageNumberStrategy } from '@linkage/core/http';
import { describeValue, oncePer } from '@linkage/core/internal';
import type { AnySource } from '../sources/port/any-source.ts';

/** A collection of several types, as a server has it. */
export interface MixedCollection extends Collection {
  /** The strategy of its pages. */
  readonly strategy: PaginationStrategy;
  /** Whether one source reads the order of all types. */
  readonly isUnited: boolean;
  /** Returns the route to it in an API as a user sees it: one for each API. */
  readonly routeIn: (api: Api) => MixedRoute;
}

/** A collection of several types, as the target of a URL. */
export interface MixedRoute {
  readonly kind: 'mixed';
  /** The fields that requests sort and filter by, as a type with the name of the collection. */
  readonly type: ResourceType;
  /** The types of its resources, as the user sees them. */
  readonly types: readonly ResourceType[];
  readonly collection: MixedCollection;
}

/** The values of a server that its collections of several types require. */
interface Served {
  readonly api: Api;
  readonly urls: Pick<UrlScheme, 'parse'>;
  readonly sourceOf: (type: string) => AnySource | undefined;
}

/** The options of a server that are about collections of several types. */
interface CollectionSettings {
  readonly collections: readonly unknown[];
  readonly pagination: { readonly [Name in 'strategy' | 'collections']?: PaginationStrategy | undefined } | undefined;
}

const bare = (field: string): string => field.replace(/^-/, '');

/** Returns the attribute of an order or a filter, if a user can use it in all types. */
function commonAttribute(
  types: readonly (ResourceType | undefined)[],
  name: string,
  { sort, filter }: Collection,
): readonly AttributeDefinition[] {
  const all = types.map((type) => type?.attributes.get(name));
  const [first] = all;
  const can = (option: 'sort' | 'filter', listed: readonly string[]): boolean =>
    listed.map(bare).includes(name) && all.every((it) => it?.[option] === true);
  if (first === undefined || !(can('sort', sort) || can('filter', filter))) return [];
  const lists = all.flatMap((it) => (it?.operators === undefined ? [] : [it.operators]));
  const operators = lists.reduce((left, right) => left.filter((it) => right.includes(it)), lists.at(0) ?? []);
  const own = { sort: can('sort', sort), filter: can('filter', filter), members: undefined };
  return [Object.freeze({ ...first, ...own, operators: lists.length === 0 ? undefined : operators })];
}

function commonType(api: Api, collection: Collection): ResourceType {
  const types = collection.types.map((name) => api.types.get(name));
  const names = [...new Set([...collection.sort, ...collection.filter].map(bare))];
  const attributes = new Map(
    names.flatMap((name) => commonAttribute(types, name, collection)).map((it) => [it.name, it] as const),
  );
  const orders = collection.sort.map((field) => ({ field: bare(field), descending: field.startsWith('-') }));
  return Object.freeze({
    name: collection.name,
    attributes,
    relationships: new Map(),
    clientGeneratedIds: false,
    defaultSort: Object.freeze(orders.filter(({ field }) => attributes.get(field)?.sort === true).slice(0, 1)),
    idFrom: undefined,
  });
}

function settle(
  { api, urls, sourceOf }: Served,
  paths: readonly string[],
  strategy: PaginationStrategy,
  given: Collection,
): MixedCollection {
  const fail = (rest: string) => new TypeError(`createServer: the collection ${describeValue(given.name)} ${rest}`);
  const target = urls.parse(given.path);
  if (api.types.has(given.name)) throw fail('must not have the name of a resource type.');
  if (paths.includes(given.path) || (target !== undefined && api.types.has(target.type)))
    throw fail(`must not have the path of other resources or endpoints: ${given.path}.`);
  if (strategy === pageNumberStrategy || strategy === offsetStrategy)
    throw fail('needs pages by positions: `pagination: { collections: cursorStrategy({ key }) }`.');
  const sources = given.types.map((type) => {
    const source = sourceOf(type);
    if (source?.list !== undefined) return source;
    throw fail(`requires a source of ${describeValue(type)} with the method \`list\`.`);
  });
  const page = sources.at(0)?.united?.page;
  const isUnited = page !== undefined && sources.every((it) => it.united?.page === page && it.find !== undefined);
  const routeIn = oncePer((seen: Api): MixedRoute => {
    const types = given.types.map((type) => seen.types.get(type) as ResourceType);
    return Object.freeze({ kind: 'mixed', type: commonType(seen, given), types, collection });
  });
  const collection = Object.freeze({ ...given, strategy, isUnited, routeIn });
  return collection;
}

/**
 * Reads the option `collections`.
 *
 * @returns The collections by their paths, without the first slash.
 * @throws {TypeError} If a collection is of another API, its name or path is taken, a source cannot list, or pages are not by positions.
 */
export function settleCollections(
  served: Served,
  endpoints: readonly { readonly endpoint: { readonly path: string } }[],
  { collections, pagination }: CollectionSettings,
): ReadonlyMap<string, MixedCollection> {
  const strategy = pagination?.collections ?? pagination?.strategy ?? pageNumberStrategy;
  const paths = endpoints.map(({ endpoint }) => endpoint.path);
  const byPath = new Map<string, MixedCollection>();
  for (const collection of collections) {
    if (Object(collection).kind !== 'collection')
      throw new TypeError('createServer: `collections` must contain results of `defineCollection`.');
    const settled = settle(served, paths, strategy, collection as Collection);
    if ([...byPath.values()].some((it) => it.name === settled.name || it.path === settled.path))
      throw new TypeError(
        `createServer: two collections must not have the name or path of ${describeValue(settled.name)}.`,
      );
    byPath.set(settled.path.slice(1), settled);
  }
  return byPath;
}
