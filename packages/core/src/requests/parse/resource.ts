import { describeValue } from '../../internal/describe-value.ts';
import { isObject } from '../../internal/is-object.ts';
import type { Members } from '../../internal/own-members.ts';
import { truncate } from '../../internal/truncate.ts';
import type { ResourceType } from '../../schema/api.ts';
import { checkObjects } from './defined-members.ts';
import type { Reporter } from './error-collector.ts';

/**
 * Returns the top-level `data` of a request document. Reports an error and returns undefined if it is absent.
 *
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export function readData(document: unknown, collector: Reporter): { readonly data: unknown } | undefined {
  if (!isObject(document)) {
    collector.report(
      'DOCUMENT_INVALID',
      [],
      `A request document must be an object, but it is ${describeValue(document)}.`,
    );
    return undefined;
  }
  checkObjects(document, ['jsonapi', 'links', 'meta'], [], collector);
  if (document.errors !== undefined) {
    collector.report('DOCUMENT_INVALID', ['errors'], 'A request document must not contain `errors`.');
  }
  const included = document.included;
  if (included !== undefined && !Array.isArray(included)) {
    collector.report(
      'DOCUMENT_INVALID',
      ['included'],
      `\`included\` must be an array, but it is ${describeValue(included)}.`,
    );
  }
  const data = document.data;
  if (data !== undefined) return { data };
  collector.report('DOCUMENT_INVALID', [], '`data` is required in a request document.');
  return undefined;
}

/** Returns the resource object of a request. Reports an error and returns undefined if `data` is not an object, or has another type. */
export function readResource(document: unknown, type: ResourceType, collector: Reporter): Members | undefined {
  const read = readData(document, collector);
  return read && readResourceObject(read.data, type, collector);
}

/** Returns `data` as the resource object of a request. Reports an error and returns undefined if it is not an object, or has another type. */
export function readResourceObject(data: unknown, type: ResourceType, collector: Reporter): Members | undefined {
  if (!isObject(data)) {
    collector.report(
      'DOCUMENT_INVALID',
      ['data'],
      `\`data\` must be a single resource object, but it is ${describeValue(data)}.`,
    );
    return undefined;
  }
  const typeValue = data.type;
  if (typeValue === undefined)
    collector.report('DOCUMENT_INVALID', ['data'], '`type` is required in the resource object.');
  else if (typeof typeValue !== 'string')
    collector.report(
      'DOCUMENT_INVALID',
      ['data', 'type'],
      `\`type\` must be a string, but it is ${describeValue(typeValue)}.`,
    );
  else if (typeValue !== type.name) {
    const detail = `\`type\` must be "${type.name}" at this URL, but it is "${truncate(typeValue)}".`;
    collector.report('TYPE_CONFLICT', ['data', 'type'], detail);
    // The other members are those of a resource of another type.
    return undefined;
  }
  checkObjects(data, ['links', 'meta'], ['data'], collector);
  return data;
}
