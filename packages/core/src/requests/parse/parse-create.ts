import type { Awaitable } from '../../internal/awaitable.ts';
import { memberOf } from '../../internal/members.ts';
import type { Api, ResourceType } from '../../schema/api.ts';
import type { TypeName } from '../../schema/infer.ts';
import type { CreateInput } from '../../schema/input.ts';
import { resourceType } from '../../schema/resource-type.ts';
import { readAttributes } from './attributes.ts';
import { type Reporter, type SuggestionBudget, throwErrors } from './error-collector.ts';
import { readIdString } from './identification.ts';
import { reportAmbiguous } from './local-ids.ts';
import { type ParseOptions, readParseOptions } from './parse-options.ts';
import { createParseState, type PendingInput, resolveInput, resolveInputNow } from './parse-state.ts';
import { readDocument } from './read-document.ts';
import { readRelationships } from './relationships.ts';
import { readResource } from './resource.ts';

/**
 * Maximum length of a client-generated id, in characters. It keeps every URL with the id below the maximum length of a
 * URL.
 */
const MAX_ID_LENGTH = 255;

/** Whether a URL can contain an id: clients remove dot segments, and half of a surrogate pair cannot be encoded. */
function fitsIntoUrl(id: string): boolean {
  return id !== '' && id !== '.' && id !== '..' && id.length <= MAX_ID_LENGTH && id.isWellFormed();
}

/** Returns the client-generated id of a new resource, if the request contains one and the type allows it. */
function readClientId(type: ResourceType, id: unknown, reporter: Reporter): string | undefined {
  if (id === undefined) return undefined;
  const path = ['data', 'id'];
  if (typeof id === 'string' && !type.clientGeneratedIds) {
    // Report the id even if it is invalid: the server would not accept another id either.
    reporter.report('CLIENT_ID_FORBIDDEN.id', { type: type.name }, path);
    return id;
  }
  if (typeof id === 'string' && fitsIntoUrl(id)) return id;
  return reporter.report('DOCUMENT_INVALID.id', { limit: MAX_ID_LENGTH }, path);
}

/** Reads a create request. `suggestions` is the budget that several parts of a request share. */
export function readCreate(
  api: Api,
  typeName: string,
  body: unknown,
  options: ParseOptions,
  suggestions?: SuggestionBudget,
): PendingInput<unknown> {
  const state = createParseState(resourceType(api, typeName), 'create', options, suggestions);
  const { type, limits, collector, localIds } = state;
  const resource = readResource(readDocument(body, limits), type, collector);
  if (resource === undefined) return throwErrors(collector);
  const id = readClientId(type, resource.id, collector);
  const lid = readIdString(resource, 'lid', ['data'], collector);
  if (lid !== undefined) {
    const isPaired = id === undefined || localIds.pair(typeName, { id, lid });
    if (!localIds.create({ type: typeName, lid, id }) || !isPaired) reportAmbiguous(lid, ['data', 'lid'], collector);
  }
  const values = readAttributes(resource.attributes, state);
  const relationships = readRelationships(resource.relationships, state);
  const toInput = (): unknown => {
    const attributes = Object.freeze(values);
    if (id !== undefined) return Object.freeze({ type: typeName, id, attributes, relationships });
    if (lid === undefined) return Object.freeze({ type: typeName, attributes, relationships });
    // A resource with an id does not need a local id.
    return Object.freeze({ type: typeName, lid, attributes, relationships });
  };
  return { collector, pending: state.pending, toInput };
}

/**
 * Parses the document of a create request into typed input. Every schema must be synchronous; otherwise, call
 * `parseCreateAsync`.
 *
 * @param body JSON text, its bytes, or the parsed value.
 * @throws {JsonApiError} With all errors, each with a pointer into the document.
 * @throws {TypeError} If the API does not have the type, a limit is invalid, or the schema of an attribute returns a
 * promise.
 * @throws {Error} If a schema throws. The cause is the original error. The request is not the reason.
 * @see https://jsonapi.org/format/1.1/#crud-creating
 */
export function parseCreate<A extends Api, Type extends TypeName<A>>(
  api: A,
  type: Type,
  body: unknown,
  options?: ParseOptions,
): CreateInput<A, Type> {
  return resolveInput(readCreate(api, type, body, readParseOptions('parseCreate', options))) as CreateInput<A, Type>;
}

/** Like `parseCreateAsync`, but returns the input itself instead of a promise if all schemas are synchronous. */
export function parseCreateNow<A extends Api, Type extends TypeName<A>>(
  api: A,
  type: Type,
  body: unknown,
  options?: ParseOptions,
): Awaitable<CreateInput<A, Type>> {
  const read = readCreate(api, type, body, readParseOptions('parseCreateAsync', options));
  return resolveInputNow(read) as Awaitable<CreateInput<A, Type>>;
}

/**
 * Like `parseCreate`, but also accepts asynchronous schemas. All schemas run at the same time.
 *
 * @param body JSON text, its bytes, or the parsed value.
 * @throws {JsonApiError} With all errors, each with a pointer into the document.
 * @throws {TypeError} If the API does not have the type, or a limit is invalid.
 * @throws {Error} If a schema throws or rejects. The cause is the original error. The request is not the reason.
 * @see https://jsonapi.org/format/1.1/#crud-creating
 */
export async function parseCreateAsync<A extends Api, Type extends TypeName<A>>(
  api: A,
  type: Type,
  body: unknown,
  options?: ParseOptions,
): Promise<CreateInput<A, Type>> {
  return parseCreateNow(api, type, body, options);
}

/** Returns the id that a client chose for a new resource. An input without an id does not have this member. */
export function chosenIdOf(input: object): string | undefined {
  return memberOf(input, 'id') as string | undefined;
}
