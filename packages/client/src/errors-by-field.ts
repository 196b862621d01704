import type { ErrorObject, JsonApiError } from '@linkage/core';
import { checkKind, ownMembers, pickMembers } from '@linkage/core/internal';

/** Error objects by the place that they are about. */
export interface PlacedErrors {
  readonly [place: string]: readonly ErrorObject[] | undefined;
}

const OPERATION = /^\/atomic:operations\/(\d+)(?=\/)/;

/** Splits a JSON Pointer below the operation of a transaction, if it points into one. */
function tokensOf(pointer: string): readonly [operation: string | undefined, ...names: string[]] {
  const operation = OPERATION.exec(pointer);
  const rest = pointer.slice(operation?.[0].length ?? 0);
  const tokens = rest.split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  return [operation?.[1], ...tokens.slice(1)];
}

/** Returns the path of a value in a field: the name of the field, then the names and indexes below it. */
function fieldPath(pointer: string): readonly string[] | undefined {
  const [operation, data, fields, name, ...below] = tokensOf(pointer);
  // The input of an action.
  if (data === 'meta' && fields !== undefined) return [fields, ...(name === undefined ? [] : [name]), ...below];
  if (data !== 'data' || name === undefined || (fields !== 'attributes' && fields !== 'relationships'))
    return undefined;
  // The linkage of a relationship is its value.
  const rest = fields === 'relationships' && below.at(0) === 'data' ? below.slice(1) : below;
  return operation === undefined ? [name, ...rest] : [`${operation}.${name}`, ...rest];
}

/** Returns the place of an error, and the error as it is shown there: a detail that begins with the name of the field repeats it. */
function placed(error: ErrorObject, length: number): readonly [place: string, error: ErrorObject] {
  const { detail, source } = ownMembers(error);
  const { pointer, parameter, header } = ownMembers(source);
  if (typeof pointer !== 'string') return [[parameter, header].find((it) => typeof it === 'string') ?? '', error];
  const path = fieldPath(pointer);
  if (path === undefined) return [pointer, error];
  const prefix = `${path.at(0)?.replace(/^\d+\./, '')}: `;
  const isNamed = typeof detail === 'string' && detail.startsWith(prefix);
  return [path.slice(0, length).join('.'), isNamed ? { ...error, detail: detail.slice(prefix.length) } : error];
}

function group(where: string, error: Pick<JsonApiError, 'errors'>, length: number): PlacedErrors {
  checkKind(where, 'error', 'object', error);
  const { errors } = pickMembers(error, ['errors']) as Pick<JsonApiError, 'errors'>;
  checkKind(where, 'errors', 'array of objects', errors);
  const groups: Record<string, ErrorObject[]> = Object.create(null);
  for (const error of errors) {
    const [place, shown] = placed(error, length);
    groups[place] = [...(groups[place] ?? []), shown];
  }
  return groups;
}

/**
 * Groups the errors of a write by the field that they are about, for the fields of a form. In a transaction, the index of
 * the operation precedes the name: `2.title`. Members of the input of an action are fields, too. An error that is not about a field has the place of its source: its pointer,
 * the name of a parameter or of a header, or an empty text.
 *
 * @throws {TypeError} If the error does not have an array of error objects.
 */
export function errorsByField(error: Pick<JsonApiError, 'errors'>): PlacedErrors {
  return group('errorsByField', error, 1);
}

/** Groups the errors of a write like `errorsByField`, by the path of the value in the field: `address.street`, `tags.0`. */
export function errorsByPath(error: Pick<JsonApiError, 'errors'>): PlacedErrors {
  return group('errorsByPath', error, Number.POSITIVE_INFINITY);
}
