import { found } from '../../error/message-part.ts';
import { truncate } from '../../internal/describe-value.ts';
import { isObject, type Members } from '../../internal/members.ts';
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
    return collector.report('DOCUMENT_INVALID.document', { found: found(document) }, []);
  }
  checkObjects(document, ['jsonapi', 'links', 'meta'], [], collector);
  if (document.errors !== undefined) collector.report('DOCUMENT_INVALID.errors', {}, ['errors']);
  const included = document.included;
  if (included !== undefined && !Array.isArray(included))
    collector.report('DOCUMENT_INVALID.included', { found: found(included) }, ['included']);
  const data = document.data;
  if (data !== undefined) return { data };
  return collector.report('DOCUMENT_INVALID.dataRequired', {}, []);
}

/** Returns the resource object of a request. Reports an error and returns undefined if `data` is not an object, or has another type. */
export function readResource(document: unknown, type: ResourceType, collector: Reporter): Members | undefined {
  const read = readData(document, collector);
  return read && readResourceObject(read.data, type, collector);
}

/** Returns `data` as the resource object of a request. Reports an error and returns undefined if it is not an object, or has another type. */
export function readResourceObject(data: unknown, type: ResourceType, collector: Reporter): Members | undefined {
  if (!isObject(data)) {
    return collector.report('DOCUMENT_INVALID.data', { found: found(data) }, ['data']);
  }
  const typeValue = data.type;
  if (typeValue === undefined) collector.report('DOCUMENT_INVALID.typeRequired', {}, ['data']);
  else if (typeof typeValue !== 'string')
    collector.report('DOCUMENT_INVALID.string', { name: 'type', found: found(typeValue) }, ['data', 'type']);
  else if (typeValue !== type.name) {
    collector.report('TYPE_CONFLICT.resource', { type: type.name, value: truncate(typeValue) }, ['data', 'type']);
    // The other members are those of a resource of another type.
    return undefined;
  }
  checkObjects(data, ['links', 'meta'], ['data'], collector);
  return data;
}
