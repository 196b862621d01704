import type { Extension, Profile } from '@linkage/core';
import {
  checkFieldNames,
  describeValue,
  errorObjectIssues,
  type OptionTable,
  optionTable,
  pickMembers,
} from '@linkage/core/internal';
import type { ExtensionEndpoint, ServerExtension } from '../extensions/server-extension.ts';
import type { ServerProfile } from '../extensions/server-profile.ts';
import { readSettings } from '../internal/read-settings.ts';

const extensionTable: OptionTable = optionTable(
  { extension: 'object', endpoints: 'array', appliesTo: 'any', members: 'object' },
  'member',
);
const extensionMembers = ['uri', 'namespace', 'members', 'nodeKinds', 'parameters', 'rules'] as const;
const endpointTable: OptionTable = optionTable(
  {
    name: 'string',
    path: 'string',
    method: ['GET', 'POST', 'PATCH', 'DELETE'],
    statuses: 'array',
    limits: 'object',
    versionOf: 'string',
    headers: 'array',
    requiresIfMatch: 'boolean',
    allowsCrossSite: 'boolean',
    run: 'function',
  },
  'member',
);
const membersTable: OptionTable = optionTable(
  {
    needs: 'object',
    document: 'function',
    resource: 'function',
    relationship: 'function',
    links: 'function',
    error: 'function',
  },
  'member',
);
const profileTable: OptionTable = optionTable(
  {
    profile: 'object',
    applied: ['on request', 'always'],
    parameters: 'object',
    pagination: 'object',
    meta: 'object',
    aggregates: 'object',
    relatedQueries: 'object',
    errorTypes: 'object',
  },
  'member',
);
const metaTable: OptionTable = optionTable(
  { needs: 'object', document: 'function', resource: 'function', identifier: 'function', error: 'function' },
  'member',
);

function readEndpoint(where: string, endpoint: ExtensionEndpoint): ExtensionEndpoint {
  const known = readSettings(where, endpoint, endpointTable);
  const required = ['name', 'path', 'method', 'statuses', 'run'] as const;
  const missing = required.find((name) => known[name] === undefined);
  if (missing !== undefined) throw new TypeError(`${where}: \`${missing}\` is required.`);
  checkFieldNames(where, 'headers', known.headers ?? []);
  return { ...known, run: (request) => endpoint.run(request) };
}

/**
 * Reads the definition of an endpoint of the application.
 *
 * @throws {TypeError} If a member is unknown or missing, or its value has the wrong type.
 */
export function readServerEndpoint(given: ExtensionEndpoint, index: number): ExtensionEndpoint {
  return readEndpoint(`createServer: endpoints[${index}]`, given);
}

/** Returns where an extension applies. */
function readAppliesTo(where: string, { appliesTo, endpoints = [] }: ServerExtension): ServerExtension['appliesTo'] {
  // Without a declaration, an extension with endpoints must not label documents that its own rules can forbid.
  if (appliesTo === undefined) return endpoints.length > 0 ? 'endpoints' : 'everywhere';
  if (appliesTo === 'endpoints' && endpoints.length === 0)
    throw new TypeError(`${where}: \`appliesTo\` is "endpoints", so \`endpoints\` must not be empty.`);
  if (appliesTo === 'endpoints' || appliesTo === 'everywhere' || typeof appliesTo === 'function') return appliesTo;
  const known = '"endpoints", "everywhere", or a function';
  throw new TypeError(`${where}: \`appliesTo\` must be ${known}, but it is ${describeValue(appliesTo)}.`);
}

/**
 * Reads the definition of an extension.
 *
 * @throws {TypeError} If a member is unknown or missing, or its value has the wrong type.
 */
export function readServerExtension(given: ServerExtension, index: number): ServerExtension {
  const where = `createServer: extensions[${index}]`;
  const read = readSettings(where, given, extensionTable);
  if (read.extension === undefined) {
    throw new TypeError(`${where}: \`extension\` must be the result of \`defineExtension\`.`);
  }
  const extension = pickMembers(read.extension, extensionMembers) as Extension;
  const members = read.members && readSettings(`${where}.members`, read.members, membersTable);
  if (members !== undefined && extension.namespace === undefined) {
    throw new TypeError(`${where}.members: the extension must have a namespace for its members.`);
  }
  const endpoints = read.endpoints?.map((endpoint, place) => readEndpoint(`${where}.endpoints[${place}]`, endpoint));
  return { ...read, extension, endpoints, appliesTo: readAppliesTo(where, read), members };
}

function checkErrorTypes(where: string, types: ServerProfile['errorTypes'] = {}): void {
  const [code] = Object.entries(types).find(([, type]) => !isTypeLink(type)) ?? [];
  if (code !== undefined) throw new TypeError(`${where}.errorTypes.${code} must be a URI.`);
}

function isTypeLink(type: unknown): boolean {
  return typeof type === 'string' && errorObjectIssues([{ links: { type } }]).length === 0;
}

function isProfile(given: Profile | ServerProfile): given is Profile {
  return pickMembers(given as Profile, ['uri']).uri !== undefined;
}

/**
 * Reads the definition of a profile, or a bare profile.
 *
 * @throws {TypeError} If a member is unknown, or its value has the wrong type.
 */
export function readServerProfile(given: Profile | ServerProfile, index: number): ServerProfile {
  const where = `createServer: profiles[${index}]`;
  const isBare = typeof given === 'object' && given !== null && isProfile(given);
  const read = readSettings<ServerProfile>(where, isBare ? { profile: given } : given, profileTable);
  if (read.profile === undefined) {
    throw new TypeError(`${where}: \`profile\` must be the result of \`defineProfile\`.`);
  }
  checkErrorTypes(where, read.errorTypes);
  return { ...read, meta: read.meta && readSettings(`${where}.meta`, read.meta, metaTable) };
}
