import { type Api, nameTable, type OptionTable, optionTable, readOptions } from '@linkage/core';
import type { ServerOptions } from './server.ts';

const options: OptionTable = optionTable({
  baseUrl: 'string',
  urls: 'object',
  extensions: 'array',
  profiles: 'array',
  context: 'function',
  access: 'object',
  defaultAccess: ['allow', 'deny'],
  limits: 'object',
  pagination: 'object',
  errors: 'object',
  parameters: 'object',
  cacheControl: 'function',
  describedby: 'any',
  vary: 'array',
  requireIfMatch: 'array',
  openInverses: 'object',
  methodOverride: 'boolean',
  onRequest: 'function',
  tracing: 'object',
  onError: 'function',
});

const hooks: OptionTable = optionTable(
  { id: 'function', about: 'function', type: 'function', localize: 'function' },
  'hook',
);
const tracing: OptionTable = optionTable({ startRequest: 'function' }, 'member');

const urls: OptionTable = optionTable({ collection: 'function' });

const tables: WeakMap<Api, OptionTable> = new WeakMap();

function typeTable(api: Api): OptionTable {
  const known = tables.get(api);
  if (known !== undefined) return known;
  const table = nameTable(api.types.keys(), 'resource type');
  tables.set(api, table);
  return table;
}

/**
 * Reads an object that has resource types as its names.
 *
 * @returns Its values by type, without those that are undefined.
 * @throws {TypeError} If it is not an object, or contains a name that is not a resource type of the API.
 */
export function readByType<Value>(api: Api, where: string, given: object): ReadonlyMap<string, Value> {
  const read = readOptions(where, given, typeTable(api));
  return new Map(Object.entries<Value>(read as never).filter(([, value]) => value !== undefined));
}

/**
 * Reads the options of a server.
 *
 * @throws {TypeError} If an option is unknown, or has a value of another kind.
 */
export function readServerOptions<Context, A extends Api>(given: ServerOptions<Context, A>): ServerOptions<Context, A> {
  const read = readOptions('createServer', given, options);
  return {
    ...read,
    urls: read.urls && readOptions('createServer: urls', read.urls, urls),
    errors: read.errors && readOptions('createServer: errors', read.errors, hooks),
    tracing: read.tracing && readOptions('createServer: tracing', read.tracing, tracing),
  };
}
