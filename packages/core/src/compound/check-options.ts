import { excerpt } from '../internal/excerpt.ts';
import { isObject } from '../internal/is-object.ts';
import { isUri, isUriReference } from '../internal/uri.ts';
import { isExtensionMemberName } from '../member/extension-member.ts';
import { breach } from './breach.ts';
import type { AnyBuildOptions } from './build-options.ts';
import { type Check, checkJson, checkMembers, checkMeta, checkMetaMember, checkThat } from './check-json.ts';
import { checkLinks } from './check-links.ts';

function areUris(value: unknown): boolean {
  return Array.isArray(value) && value.every((uri) => typeof uri === 'string' && isUri(uri));
}

const checkUris: Check = checkThat(areUris, 'jsonapi-uris', 'a list of URIs');

const jsonapiMembers: ReadonlyMap<string, Check> = new Map([
  ['version', checkThat((value) => typeof value === 'string', 'jsonapi-version', 'a string')],
  ['ext', checkUris],
  ['profile', checkUris],
  ['meta', checkMetaMember],
]);

function checkJsonapi(jsonapi: unknown): void {
  if (!isObject(jsonapi)) throw breach('jsonapi-object', 'jsonapi is an object.');
  checkMembers(jsonapi, jsonapiMembers, 'jsonapi');
}

function checkExtensionMembers(members: object): void {
  for (const [name, value] of Object.entries(members)) {
    if (!isExtensionMemberName(name)) {
      throw breach('defined-members', `${JSON.stringify(name)} is no extension member: namespace:name.`);
    }
    if (value !== undefined) checkJson(value, name);
  }
}

/**
 * Checks what stands beside the primary data.
 *
 * @throws {TypeError} It would break the specification.
 */
export function checkOptions({ jsonapi, links, baseUrl, meta, extensionMembers }: AnyBuildOptions): void {
  if (jsonapi !== undefined) checkJsonapi(jsonapi);
  if (links !== undefined) checkLinks(links, 'The top level', 'links');
  if (baseUrl !== undefined && !isUriReference(baseUrl))
    throw breach('link-url', `baseUrl: "${excerpt(baseUrl)}" is no URL.`);
  if (meta !== undefined) checkMeta(meta, 'meta');
  if (extensionMembers !== undefined) checkExtensionMembers(extensionMembers);
}
