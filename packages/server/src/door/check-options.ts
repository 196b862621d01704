import type { Api } from '@linkage/core';
import { type OptionTable, optionTable } from '@linkage/core/internal';
import type { JsonApiRequest } from '../http.ts';
import { assertNotContainer, readSettings } from '../internal/read-settings.ts';
import type { ServerOptions } from './server-options.ts';

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
  filterLanguage: 'function',
  cacheControl: 'function',
  describedby: 'any',
  vary: 'array',
  requireIfMatch: 'array',
  openInverses: 'object',
  idempotency: 'object',
  methodOverride: 'boolean',
  onRequest: 'function',
  tracing: 'object',
  onError: 'function',
  endpoints: 'array',
  hooks: 'object',
  lenientMediaTypes: 'boolean',
  typeParameters: 'object',
  documents: 'object',
  resources: 'object',
  headers: 'function',
  defaultIncludes: 'object',
  root: 'any',
  challenge: 'function',
  stream: 'object',
  onMissingRules: 'function',
});

const hooks: OptionTable = optionTable(
  { id: 'function', about: 'function', type: 'function', localize: 'function' },
  'hook',
);
const tracing: OptionTable = optionTable({ startRequest: 'function' }, 'member');

const urls: OptionTable = optionTable({ collection: 'function' });

/**
 * Reads the options of a server.
 *
 * @throws {TypeError} If an option is unknown or its value has the wrong type.
 */
export function readServerOptions<Context, A extends Api, Request extends JsonApiRequest>(
  given: ServerOptions<Context, A, Request>,
): ServerOptions<Context, A, Request> {
  const read = readSettings('createServer', given, options);
  for (const [name, kind] of options.kinds)
    if (kind === 'object') assertNotContainer(`createServer: ${name}`, read[name as keyof typeof read]);
  return {
    ...read,
    urls: read.urls && readSettings('createServer: urls', read.urls, urls),
    errors: read.errors && readSettings('createServer: errors', read.errors, hooks),
    tracing: read.tracing && readSettings('createServer: tracing', read.tracing, tracing),
  };
}
