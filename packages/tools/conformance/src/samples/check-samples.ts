import { nameTable, type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { isObject, show } from '../json.ts';
import type { Samples, UrlSample } from './samples.ts';

const samplesTable: OptionTable = optionTable(
  {
    $schema: 'string',
    types: 'object',
    headers: 'object',
    supports: 'object',
    urls: 'object',
    version: ['1.0', '1.1'],
    pageSize: 'string',
    extensions: 'array',
    profiles: 'array',
    atomic: 'string',
    cursor: 'any',
  },
  'member',
);
const typeTable: OptionTable = optionTable(
  {
    collection: 'string',
    id: 'string',
    create: 'object',
    update: 'any',
    invalid: 'object',
    delete: 'boolean',
    clientIds: 'any',
    include: 'array',
    sort: 'array',
    filter: 'object',
    relationships: 'object',
  },
  'member',
);
const resourceTable: OptionTable = optionTable({ attributes: 'object', relationships: 'object' }, 'member');
const relationshipTable: OptionTable = optionTable(
  { to: ['one', 'many'], types: 'array', writable: 'boolean', nullable: 'boolean' },
  'member',
);
const supportsTable: OptionTable = optionTable(
  { include: 'boolean', fields: 'boolean', sort: 'boolean', methodOverride: 'boolean' },
  'member',
);
const urlTable: OptionTable = optionTable({ resource: 'string', relationship: 'any', related: 'any' }, 'member');
const cursorTable: OptionTable = optionTable(
  { type: 'string', maxSize: 'number', ranges: 'boolean', unsupportedSort: 'string' },
  'member',
);

/**
 * Returns the samples if their shape is right.
 *
 * @throws {TypeError} If a member is unknown or of another kind; the message names its path.
 */
export function checkSamples(samples: Samples): Samples {
  readOptions('samples', samples, samplesTable);
  if (!isObject(samples.types) || Object.keys(samples.types).length === 0) {
    throw new TypeError('samples: `types` must name at least one resource type.');
  }
  if (samples.atomic !== undefined) checkPath('atomic', samples.atomic);
  readOptions('samples: types', samples.types, nameTable(Object.keys(samples.types), 'type'));
  for (const [name, type] of Object.entries(samples.types)) {
    const where = `samples: types.${name}`;
    readOptions(where, type, typeTable);
    if (type.collection !== undefined) checkPath(`types.${name}.collection`, type.collection);
    for (const member of ['create', 'update'] as const) {
      const resource = type[member];
      if (resource !== undefined && resource !== false) readOptions(`${where}.${member}`, resource, resourceTable);
    }
    for (const parameter of Object.keys(type.filter ?? {})) {
      if (/^filter(\[|$)/.test(parameter)) continue;
      throw new TypeError(
        `${where}.filter: "${parameter}" must be a parameter of the family, such as "filter[${parameter}]".`,
      );
    }
    for (const [relationship, facts] of Object.entries(type.relationships ?? {})) {
      readOptions(`${where}.relationships.${relationship}`, facts, relationshipTable);
    }
  }
  if (samples.urls !== undefined) checkUrls(samples.urls);
  if (samples.supports !== undefined) readOptions('samples: supports', samples.supports, supportsTable);
  if (samples.cursor !== undefined) checkCursor(samples);
  return samples;
}

const CURSOR_FORM = '{ "type": "notes", "maxSize": 100, "ranges": true }';

function checkCursor({ cursor, types }: Samples): void {
  if (isObject(cursor)) readOptions('samples: cursor', cursor, cursorTable);
  const named: unknown = isObject(cursor) ? cursor['type'] : undefined;
  if (typeof named !== 'string' || !Object.hasOwn(types, named)) {
    const known = Object.keys(types).join(', ');
    throw new TypeError(
      `samples: cursor must be an object whose \`type\` is one of ${known}, such as ${CURSOR_FORM}, but it is ${show(cursor)}.`,
    );
  }
}

function checkPath(member: string, path: string): void {
  if (path.startsWith('/')) return;
  throw new TypeError(
    `samples: ${member} must be a path below the base URL, such as "/articles", but it is "${path}".`,
  );
}

function checkUrls(urls: UrlSample): void {
  readOptions('samples: urls', urls, urlTable);
  for (const [name, path] of Object.entries(urls)) {
    if (path === undefined || path === false) continue;
    const isPath = typeof path === 'string' && path.startsWith('/') && path.includes('{id}');
    if (!isPath) throw new TypeError(`samples: urls.${name} must be a path with "{id}", such as "/{type}/{id}".`);
  }
}
