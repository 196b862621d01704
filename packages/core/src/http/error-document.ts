import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import type { ErrorDocument } from '../spec/document/document.ts';
import type { ErrorObject } from '../spec/document/error-object.ts';

/** The members of an error document besides its errors. */
export type ErrorDocumentMembers = {
  readonly [Name in 'jsonapi' | 'meta' | 'links']?: ErrorDocument[Name] | undefined;
};

const members: OptionTable = optionTable({ jsonapi: 'object', meta: 'object', links: 'object' }, 'member');

/**
 * Creates a document with errors, for example with those of a `JsonApiError`. Members that are undefined are absent.
 *
 * @throws {TypeError} If a member is unknown.
 * @see https://jsonapi.org/format/1.1/#errors
 */
export function errorDocument(errors: readonly ErrorObject[], additional: ErrorDocumentMembers = {}): ErrorDocument {
  const { jsonapi, meta, links } = readOptions('errorDocument', additional, members);
  return { ...(jsonapi && { jsonapi }), ...(meta && { meta }), ...(links && { links }), errors };
}
