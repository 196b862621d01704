import { excerpt } from '../internal/excerpt.ts';
import { isObject, ownMember } from '../internal/is-object.ts';
import { show } from '../internal/show.ts';
import type { ResourceType } from '../schema/api.ts';
import { checkObjects } from './defined-members.ts';
import type { Findings } from './findings.ts';

/**
 * Returns the top-level `data` of a request document. Reports an error and returns undefined if it is absent.
 *
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export function readData(document: unknown, findings: Findings): { readonly data: unknown } | undefined {
  if (!isObject(document)) {
    findings.report('DOCUMENT_INVALID', [], `A request document must be an object, but it is ${show(document)}.`);
    return undefined;
  }
  checkObjects(document, ['jsonapi', 'links', 'meta'], [], findings);
  if (ownMember(document, 'errors') !== undefined) {
    findings.report('DOCUMENT_INVALID', ['errors'], 'A request document must not contain `errors`.');
  }
  const included = ownMember(document, 'included');
  if (included !== undefined && !Array.isArray(included)) {
    findings.report('DOCUMENT_INVALID', ['included'], `\`included\` must be an array, but it is ${show(included)}.`);
  }
  const data = ownMember(document, 'data');
  if (data !== undefined) return { data };
  findings.report('DOCUMENT_INVALID', [], '`data` is required in a request document.');
  return undefined;
}

/** Returns the resource object of a request. Reports an error and returns undefined if `data` is not an object. */
export function readResource(
  document: unknown,
  type: ResourceType,
  findings: Findings,
): Readonly<Record<string, unknown>> | undefined {
  const read = readData(document, findings);
  if (read === undefined) return undefined;
  if (!isObject(read.data)) {
    findings.report(
      'DOCUMENT_INVALID',
      ['data'],
      `\`data\` must be a single resource object, but it is ${show(read.data)}.`,
    );
    return undefined;
  }
  const given = ownMember(read.data, 'type');
  if (given === undefined) findings.report('DOCUMENT_INVALID', ['data'], '`type` is required in the resource object.');
  else if (typeof given !== 'string')
    findings.report('DOCUMENT_INVALID', ['data', 'type'], `\`type\` must be a string, but it is ${show(given)}.`);
  else if (given !== type.name) {
    const detail = `\`type\` must be "${type.name}" at this URL, but it is "${excerpt(given)}".`;
    // Continue with the other members, so that a client that misspelled the type receives all errors at once.
    findings.report('TYPE_CONFLICT', ['data', 'type'], detail);
  }
  checkObjects(read.data, ['links', 'meta'], ['data'], findings);
  return read.data;
}
