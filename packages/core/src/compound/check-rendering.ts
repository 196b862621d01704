import { isObject } from '../internal/is-object.ts';
import { show } from '../internal/show.ts';
import { isUriReference } from '../internal/uri.ts';
import { resourceUrls } from '../url/resource-urls.ts';
import { breach } from './breach.ts';
import type { AnyBuildOptions } from './build-options.ts';

type Members = Readonly<Record<string, unknown>>;

function checkObject(value: unknown, where: string): asserts value is Members {
  if (!isObject(value)) throw new TypeError(`${where} must be an object, but it is ${show(value)}.`);
}

/** Checks that each of these members is a function or absent. */
function checkFunctions(object: Members, names: readonly string[], prefix: string): void {
  for (const name of names) {
    const value = object[name];
    if (value === undefined || typeof value === 'function') continue;
    throw new TypeError(`${prefix}${name} must be a function, but it is ${show(value)}.`);
  }
}

/** The base URL that was checked last: a server has one for all its documents. */
let latest: string | undefined;

function checkBaseUrl(baseUrl: unknown): void {
  if (baseUrl === latest) return;
  if (typeof baseUrl !== 'string') throw breach('link-url', `baseUrl must be a string, but it is ${show(baseUrl)}.`);
  // A URL can be valid alone, but not with a path behind it, for example in a scheme that has no paths.
  if (isUriReference(baseUrl) && isUriReference(resourceUrls(baseUrl).resource('a', '1'))) {
    latest = baseUrl;
    return;
  }
  throw breach('link-url', `baseUrl: ${show(baseUrl)} is no URL.`);
}

function checkResources(resources: unknown): void {
  checkObject(resources, 'resources');
  for (const [type, members] of Object.entries(resources)) {
    if (members === undefined) continue;
    const where = `resources.${type}`;
    checkObject(members, where);
    checkFunctions(members, ['meta', 'links', 'additional'], `${where}.`);
    const { relationships } = members;
    if (relationships === undefined) continue;
    checkObject(relationships, `${where}.relationships`);
    for (const [name, own] of Object.entries(relationships)) {
      if (own === undefined) continue;
      checkObject(own, `${where}.relationships.${name}`);
      checkFunctions(own, ['meta', 'links'], `${where}.relationships.${name}.`);
    }
  }
}

/**
 * Checks the options that determine how resource objects are created.
 *
 * @throws {TypeError} If an option has the wrong type, or if `baseUrl` is not a URL.
 */
export function checkRendering(options: AnyBuildOptions): void {
  const { baseUrl, urls, resources } = options;
  if (baseUrl !== undefined) checkBaseUrl(baseUrl);
  if (urls !== undefined) {
    const given: unknown = urls;
    checkObject(given, 'urls');
    checkFunctions(given, ['resource', 'relationship', 'related'], 'urls.');
  }
  checkFunctions(options as unknown as Members, ['isServed', 'isReadable', 'related', 'typeOf'], '');
  if (resources !== undefined) checkResources(resources);
}
