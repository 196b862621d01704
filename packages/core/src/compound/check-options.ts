import { excerpt } from '../internal/excerpt.ts';
import { isObject } from '../internal/is-object.ts';
import { isUriReference } from '../internal/uri.ts';
import { isExtensionMemberName } from '../member/extension-member.ts';
import { breach } from './breach.ts';
import type { AnyBuildOptions } from './build-options.ts';
import { checkLinks } from './check-links.ts';

/**
 * Checks what stands beside the primary data.
 *
 * @throws {TypeError} It would break the specification.
 */
export function checkOptions({ links, baseUrl, meta, extensionMembers }: AnyBuildOptions): void {
  if (links !== undefined) checkLinks(links, 'The top level', 'links');
  if (baseUrl !== undefined && !isUriReference(baseUrl))
    throw breach('link-url', `baseUrl: "${excerpt(baseUrl)}" is no URL.`);
  if (meta !== undefined && !isObject(meta)) throw breach('meta-object', 'meta is an object.');
  if (extensionMembers === undefined) return;
  const strange = Object.keys(extensionMembers).find((name) => !isExtensionMemberName(name));
  if (strange !== undefined)
    throw breach('defined-members', `${JSON.stringify(strange)} is no extension member: namespace:name.`);
}
