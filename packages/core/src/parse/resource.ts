import { excerpt } from '../internal/excerpt.ts';
import { isObject, ownMember } from '../internal/is-object.ts';
import type { ResourceType } from '../schema/api.ts';
import { checkObjects } from './defined-members.ts';
import type { Reporter } from './findings.ts';

/**
 * The top-level `data` of a request document; undefined, with a problem reported, when there is none.
 *
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export function readData(document: unknown, findings: Reporter): { readonly data: unknown } | undefined {
  if (!isObject(document)) {
    findings.report('DOCUMENT_INVALID', [], 'A request document is an object.');
    return undefined;
  }
  checkObjects(document, ['jsonapi', 'links', 'meta'], [], findings);
  if (ownMember(document, 'errors') !== undefined) {
    findings.report('DOCUMENT_INVALID', ['errors'], 'A request document has no errors.');
  }
  const included = ownMember(document, 'included');
  if (included !== undefined && !Array.isArray(included)) {
    findings.report('DOCUMENT_INVALID', ['included'], 'included is an array.');
  }
  const data = ownMember(document, 'data');
  if (data !== undefined) return { data };
  findings.report('DOCUMENT_INVALID', [], 'The request document has no data.');
  return undefined;
}

/** The resource object of a request; undefined, with a problem reported, if `data` is not an object. */
export function readResource(
  document: unknown,
  type: ResourceType,
  findings: Reporter,
): Readonly<Record<string, unknown>> | undefined {
  const read = readData(document, findings);
  if (read === undefined) return undefined;
  if (!isObject(read.data)) {
    findings.report('DOCUMENT_INVALID', ['data'], 'data is one resource object.');
    return undefined;
  }
  const given = ownMember(read.data, 'type');
  if (given === undefined) findings.report('DOCUMENT_INVALID', ['data'], 'The resource object has no type.');
  else if (typeof given !== 'string') findings.report('DOCUMENT_INVALID', ['data', 'type'], 'type is a string.');
  else if (given !== type.name) {
    const detail = `The type of a resource here is ${type.name}, not "${excerpt(given)}".`;
    // The other members are read all the same: a client that misspelled the type learns of every problem at once.
    findings.report('TYPE_CONFLICT', ['data', 'type'], detail);
  }
  checkObjects(read.data, ['links', 'meta'], ['data'], findings);
  return read.data;
}
