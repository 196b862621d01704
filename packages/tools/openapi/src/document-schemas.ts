import type { PageDescription } from '@linkage/server';
import { referenceTo, type SchemaObject } from './json-schema.ts';
import { type Setup, shareSchema } from './setup.ts';

/** Returns the schema of a document with data of a schema. */
export function documentSchema(data: SchemaObject, meta: SchemaObject = {}): SchemaObject {
  const members = { type: 'object', required: ['data'], properties: { data, ...meta } };
  return { allOf: [referenceTo('Document'), members] };
}

/** Returns the schema of a request document with data of a schema. */
export function requestDocumentSchema(data: SchemaObject): SchemaObject {
  return { allOf: [referenceTo('RequestDocument'), { type: 'object', required: ['data'], properties: { data } }] };
}

/** Returns the member `meta` of a document with pages, if it can contain a total. */
export function totalMember(setup: Setup, { total, totalName }: PageDescription): SchemaObject {
  if (total === 'never') return {};
  const [first = totalName, second] = totalName.split('.');
  const number: SchemaObject = { type: 'integer', minimum: 0, description: 'The number of all resources.' };
  const member = second === undefined ? number : { type: 'object', properties: { [second]: number } };
  return { meta: shareSchema(setup, 'MetaWithTotal', { type: 'object', properties: { [first]: member } }) };
}
