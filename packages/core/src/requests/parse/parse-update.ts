import type { Awaitable } from '../../internal/awaitable.ts';
import { truncate } from '../../internal/describe-value.ts';
import type { Api } from '../../schema/api.ts';
import type { TypeName } from '../../schema/infer.ts';
import type { UpdateInput } from '../../schema/input.ts';
import { resourceType } from '../../schema/resource-type.ts';
import { readAttributes } from './attributes.ts';
import { type Reporter, type SuggestionBudget, throwErrors } from './error-collector.ts';
import { readIdString } from './identification.ts';
import { reportAmbiguous } from './local-ids.ts';
import { type ParseOptions, readParseOptions, readUpdateOptions } from './parse-options.ts';
import { createParseState, type PendingInput, resolveInput, resolveInputNow } from './parse-state.ts';
import { readDocument } from './read-document.ts';
import { readRelationships } from './relationships.ts';
import { readResource } from './resource.ts';

/** Options of `parseUpdate`. */
export interface ParseUpdateOptions extends ParseOptions {
  /** The id in the URL. The id in the document must equal it. Default: any id. */
  readonly id?: string | undefined;
}

/** Returns the id of the document, which must equal the id in the URL. */
function readId(
  resource: Readonly<Record<string, unknown>>,
  expected: string | undefined,
  reporter: Reporter,
  isCreated: boolean,
): string | undefined {
  if (resource.id === undefined && !isCreated) {
    reporter.report('DOCUMENT_INVALID.idRequired', {}, ['data']);
  }
  const id = readIdString(resource, 'id', ['data'], reporter);
  if (id !== undefined && expected !== undefined && expected !== id) {
    // Both ids come from the client, so show at most 100 characters in total.
    reporter.report('ID_CONFLICT.id', { id: truncate(expected, 50), value: truncate(id, 50) }, ['data', 'id']);
  }
  return id;
}

/** Reads an update request. `expected` is the id in the URL, if there is one. `suggestions` is the budget that several parts of a request share. */
export function readUpdate(
  api: Api,
  typeName: string,
  body: unknown,
  options: ParseOptions,
  expected: string | undefined,
  suggestions?: SuggestionBudget,
): PendingInput<unknown> {
  const state = createParseState(resourceType(api, typeName), 'update', options, suggestions);
  const { type, limits, collector, localIds } = state;
  const resource = readResource(readDocument(body, limits), type, collector);
  if (resource === undefined) return throwErrors(collector);
  const lid = readIdString(resource, 'lid', ['data'], collector);
  // Another part of the same request can create the resource.
  const created = lid === undefined ? undefined : localIds.created(typeName, lid);
  const id = readId(resource, expected, collector, created !== undefined) ?? created?.id;
  const isAmbiguous = id !== undefined && lid !== undefined && !localIds.pair(typeName, { id, lid });
  if (isAmbiguous) reportAmbiguous(lid, ['data', 'lid'], collector);
  const attributes = readAttributes(resource.attributes, state);
  const relationships = readRelationships(resource.relationships, state);
  const toInput = (): unknown =>
    Object.freeze({ type: typeName, id, attributes: Object.freeze(attributes), relationships });
  return { collector, pending: state.pending, toInput };
}

/**
 * Parses the document of an update request into typed input. Absent fields are absent in the input; null is null. Every
 * schema must be synchronous; otherwise, call `parseUpdateAsync`.
 *
 * @param body JSON text, its bytes, or the parsed value.
 * @throws {JsonApiError} With all errors, each with a pointer into the document.
 * @throws {TypeError} If the API does not have the type, a limit is invalid, or the schema of an attribute returns a
 * promise.
 * @throws {Error} If a schema throws. The cause is the original error. The request is not the reason.
 * @see https://jsonapi.org/format/1.1/#crud-updating
 */
export function parseUpdate<A extends Api, Type extends TypeName<A>>(
  api: A,
  type: Type,
  body: unknown,
  options?: ParseUpdateOptions,
): UpdateInput<A, Type> {
  const { id, ...others } = readUpdateOptions('parseUpdate', options);
  return resolveInput(readUpdate(api, type, body, others, id)) as UpdateInput<A, Type>;
}

/**
 * Like `parseUpdateAsync`, but returns the input itself instead of a promise if all schemas are synchronous.
 *
 * @param id The id in the URL, apart from the options, which are the same for all requests of a server.
 */
export function parseUpdateNow<A extends Api, Type extends TypeName<A>>(
  api: A,
  type: Type,
  body: unknown,
  options?: ParseOptions,
  id?: string,
): Awaitable<UpdateInput<A, Type>> {
  const read = readUpdate(api, type, body, readParseOptions('parseUpdateAsync', options), id);
  return resolveInputNow(read) as Awaitable<UpdateInput<A, Type>>;
}

/**
 * Like `parseUpdate`, but also accepts asynchronous schemas. All schemas run at the same time.
 *
 * @param body JSON text, its bytes, or the parsed value.
 * @throws {JsonApiError} With all errors, each with a pointer into the document.
 * @throws {TypeError} If the API does not have the type, or a limit is invalid.
 * @throws {Error} If a schema throws or rejects. The cause is the original error. The request is not the reason.
 * @see https://jsonapi.org/format/1.1/#crud-updating
 */
export async function parseUpdateAsync<A extends Api, Type extends TypeName<A>>(
  api: A,
  type: Type,
  body: unknown,
  options?: ParseUpdateOptions,
): Promise<UpdateInput<A, Type>> {
  const { id, ...others } = readUpdateOptions('parseUpdateAsync', options);
  return parseUpdateNow(api, type, body, others, id);
}
