import { errorTable } from '@linkage/core/internal';
import { referenceTo, type SchemaObject } from './json-schema.ts';

const text: SchemaObject = { type: 'string' };
const strings: SchemaObject = { type: 'array', items: text };

/**
 * Names that are not those of fields, which a server ignores: at-members, members of extensions, and names that the
 * specification does not allow.
 */
const edge = '[\\x00-/:-@\\[-`{-\\x7f]';
const otherNames = `^$|^${edge}|${edge}$|[\\x00-\\x1f!-,./:-@\\[-^\`{-\\x7f]`;

/** The members of a request document, besides its data. */
export const documentMembers: Readonly<Record<string, SchemaObject>> = {
  links: referenceTo('Links'),
  meta: referenceTo('Meta'),
  jsonapi: referenceTo('JsonApi'),
};

/** The schemas of the objects that every document can contain. */
export const commonSchemas: Readonly<Record<string, SchemaObject>> = {
  Meta: { type: 'object', description: 'Members that the specification does not define.' },
  OtherName: { description: 'The name of a member that the server ignores.', type: 'string', pattern: otherNames },
  Link: {
    description: 'A URL, a link object, or null if the link does not exist.',
    anyOf: [
      text,
      { type: 'object', required: ['href'], properties: { href: text, meta: referenceTo('Meta') } },
      { type: 'null' },
    ],
  },
  Links: { type: 'object', additionalProperties: referenceTo('Link') },
  JsonApi: {
    type: 'object',
    description: 'The version of the specification, and the extensions and profiles of the document.',
    properties: { version: text, ext: strings, profile: strings, meta: referenceTo('Meta') },
  },
  ErrorCode: {
    description: 'The codes of the server. An application can use other codes.',
    anyOf: [{ type: 'string', enum: Object.keys(errorTable) }, text],
  },
  Error: {
    type: 'object',
    properties: {
      id: text,
      links: referenceTo('Links'),
      status: { type: 'string', description: 'The HTTP status as a string.' },
      code: referenceTo('ErrorCode'),
      title: text,
      detail: text,
      source: {
        type: 'object',
        properties: {
          pointer: { type: 'string', description: 'A JSON Pointer to the value in the request document.' },
          parameter: { type: 'string', description: 'The name of the query parameter.' },
          header: { type: 'string', description: 'The name of the header.' },
        },
      },
      meta: referenceTo('Meta'),
    },
  },
  Document: {
    type: 'object',
    properties: { included: { type: 'array', items: referenceTo('Resource') }, ...documentMembers },
  },
  RequestDocument: { type: 'object', properties: documentMembers },
  ErrorDocument: {
    type: 'object',
    required: ['errors'],
    properties: { errors: { type: 'array', minItems: 1, items: referenceTo('Error') }, ...documentMembers },
  },
};
