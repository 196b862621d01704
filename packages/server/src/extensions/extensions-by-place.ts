import type { Collection } from '@linkage/core';
import { describeValue, hasOwn, isPromise } from '@linkage/core/internal';
import { operationsAt } from '../operations/find-operation.ts';
import type { OperationDefinition } from '../operations/operation.ts';
import type { QueryServer } from '../request/context.ts';
import { type Route, routesOf } from '../request/route.ts';
import { routeTemplate } from '../request/route-template.ts';
import type { SettledEndpoint } from './find-endpoint.ts';
import type { ExtensionEndpoint, ExtensionPlace, ServerExtension } from './server-extension.ts';

/** The API, its URLs and sources. */
export type ServedPlaces = Pick<QueryServer, 'api' | 'urls' | 'baseUrl' | 'sourceOf'>;

interface Places extends ServedPlaces {
  readonly endpoints: readonly SettledEndpoint[];
  /** The option `collections`, whose values are checked later. */
  readonly collections: readonly unknown[];
}

/** Returns the key of an operation at a URL. A type name does not contain a line feed. */
export function placeOf({ name }: Pick<OperationDefinition, 'name'>, route: Route): string {
  const ofType = `${name}\n${route.type.name}`;
  return hasOwn(route, 'relationship') ? `${ofType}\n${route.relationship.name}` : ofType;
}

/** Returns the key of an endpoint. No operation has the name of a method. */
export function placeOfEndpoint({ method, path }: Pick<ExtensionEndpoint, 'method' | 'path'>): string {
  return `${method}\n${path}`;
}

/** A place, its key, and the extension to which it belongs. */
interface KnownPlace {
  readonly key: string;
  readonly place: ExtensionPlace;
  readonly owner?: ServerExtension | undefined;
}

function endpointPlace({ endpoint, extension }: SettledEndpoint): KnownPlace {
  const { name, method, path } = endpoint;
  return { key: placeOfEndpoint(endpoint), place: { name, method, path }, owner: extension };
}

function* operationPlaces(places: Places): Iterable<KnownPlace> {
  for (const collection of places.collections) {
    const { name, path } = Object(collection) as Collection;
    yield { key: `fetch-mixed\n${name}`, place: { name: 'fetch-mixed', method: 'GET', path } };
  }
  for (const type of places.api.types.values()) {
    const source = places.sourceOf(type.name);
    if (source === undefined) continue;
    for (const route of routesOf(type)) {
      const relationship = hasOwn(route, 'relationship') ? { relationship: route.relationship.name } : {};
      const facts = { path: routeTemplate(places, route), type: type.name, ...relationship };
      for (const operation of operationsAt(route, source)) {
        const { name, method } = operation;
        yield { key: placeOf(operation, route), place: { name, method, ...facts } };
      }
    }
  }
}

/** Whether an extension applies at a place. Its own endpoints require it, so it always applies there. */
function applies(extension: ServerExtension, { place, owner }: KnownPlace): boolean {
  const { appliesTo } = extension;
  if (owner === extension || appliesTo === 'everywhere') return true;
  if (typeof appliesTo !== 'function') return false;
  const answer: unknown = appliesTo(Object.freeze(place));
  if (typeof answer === 'boolean') return answer;
  const given = isPromise(answer) ? 'a promise' : describeValue(answer);
  const where = `createServer: the extension ${extension.extension.uri}`;
  throw new TypeError(`${where}: \`appliesTo\` must return a boolean, but it returned ${given}.`);
}

/**
 * Returns a function that returns the extensions of a place. Asks each extension once, so a request does not run code of
 * an extension to find out. Equal lists are one list.
 *
 * @throws {TypeError} If a function of an extension does not return a boolean.
 */
export function extensionsByPlace(
  places: Places,
  extensions: readonly ServerExtension[],
): (place: string) => readonly ServerExtension[] {
  const everywhere = extensions.filter(({ appliesTo }) => appliesTo === 'everywhere');
  const byPlace = new Map<string, readonly ServerExtension[]>();
  const lists = new Map<string, readonly ServerExtension[]>();
  const asks = extensions.some(({ appliesTo }) => typeof appliesTo === 'function');
  for (const known of [...places.endpoints.map(endpointPlace), ...(asks ? operationPlaces(places) : [])]) {
    const found = extensions.filter((extension) => applies(extension, known));
    const key = found.map(({ extension }) => extension.uri).join(' ');
    const list = lists.get(key) ?? Object.freeze(found);
    lists.set(key, list);
    byPlace.set(known.key, list);
  }
  return (place) => byPlace.get(place) ?? everywhere;
}
