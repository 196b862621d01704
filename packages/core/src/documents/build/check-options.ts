import type { Finish } from '../../internal/finish.ts';
import { jsonCopy } from '../../internal/json-copy.ts';
import { isPlainObject } from '../../internal/members.ts';
import { isUri } from '../../internal/uri.ts';
import type { JsonApiObject } from '../../spec/document/jsonapi-object.ts';
import {
  type AppliedExtensions,
  type Check,
  checkAdditional,
  checkMembers,
  checkMetaMember,
  checkObject,
  checkThat,
  copyMeta,
} from '../compound/check-json.ts';
import { checkLinks, checkPaginationLinks } from '../compound/check-links.ts';
import type { AnyBuildOptions } from './build-options.ts';

function areUris(value: unknown): boolean {
  return Array.isArray(value) && value.every((uri) => typeof uri === 'string' && isUri(uri));
}

const checkUris: Check = checkThat(areUris, 'jsonapi-uris', 'an array of URIs');

const jsonapiMembers: ReadonlyMap<string, Check> = new Map([
  ['version', checkThat((value) => typeof value === 'string', 'jsonapi-version', 'a string')],
  ['ext', checkUris],
  ['profile', checkUris],
  ['meta', checkMetaMember],
]);

function checkJsonapi(jsonapi: unknown, extensions: AppliedExtensions): void {
  checkObject(jsonapi, 'jsonapi-object', 'jsonapi');
  checkMembers(jsonapi, jsonapiMembers, 'jsonapi', extensions);
}

/** The options that become top-level members of a document. */
export type Envelope = Pick<AnyBuildOptions, 'jsonapi' | 'links' | 'meta' | 'additional'>;

/** The last frozen `jsonapi` object that contains only the version: most documents of an application have the same one. */
let latest: JsonApiObject = Object.freeze({ version: '1.1' });

const everyObject = Object.prototype as { readonly toJSON?: unknown; readonly version?: unknown };

/**
 * Returns a frozen copy of an object that contains only the version, as most do, or undefined for any other object. To copy
 * it and to check it as any other object takes 20 times as long.
 */
function versionAlone(jsonapi: JsonApiObject | undefined): JsonApiObject | undefined {
  if (typeof jsonapi !== 'object' || jsonapi === null || !isPlainObject(jsonapi)) return undefined;
  if (everyObject.toJSON !== undefined || everyObject.version !== undefined) return undefined;
  const { version } = jsonapi;
  if (typeof version !== 'string') return undefined;
  let members = 0;
  for (const name in jsonapi) {
    if (name !== 'version') return undefined;
    members++;
  }
  if (members !== 1) return undefined;
  if (version !== latest.version) latest = Object.freeze({ version });
  return latest;
}

/**
 * Returns checked copies of the options that become top-level members of a document. `isCollection`: whether the
 * primary data is an array.
 *
 * @throws {TypeError} If an option would violate the specification.
 */
export function settleEnvelope(
  { jsonapi, links, meta, additional, extensions }: Envelope & Pick<AnyBuildOptions, 'extensions'>,
  isCollection: boolean,
  finish: Finish,
): Envelope {
  const version = versionAlone(jsonapi);
  const settled: Envelope = {
    jsonapi: version ?? (jsonCopy(jsonapi, finish) as Envelope['jsonapi']),
    links: jsonCopy(links, finish) as Envelope['links'],
    meta: meta === undefined ? undefined : copyMeta(meta, 'meta', finish),
    additional: jsonCopy(additional, finish) as Envelope['additional'],
  };
  // An option whose toJSON returns undefined was still passed, so check it.
  if (jsonapi !== undefined && version === undefined) checkJsonapi(settled.jsonapi, extensions);
  if (links !== undefined) {
    const copy: unknown = settled.links;
    checkLinks(copy, 'The top level', 'links', extensions);
    checkPaginationLinks(copy, isCollection, 'links', 'the primary data');
  }
  if (additional !== undefined) checkAdditional(settled.additional, '`additional`', extensions);
  return settled;
}
