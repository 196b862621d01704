import { excerpt } from '../internal/excerpt.ts';
import { ownMember } from '../internal/is-object.ts';
import type { Api } from '../schema/api.ts';
import type { TypeName } from '../schema/infer.ts';
import type { UpdateInput } from '../schema/input.ts';
import { resourceType } from '../schema/resource-type.ts';
import { readAttributes } from './attributes.ts';
import { failed, type Reporter } from './findings.ts';
import { readIdString } from './identification.ts';
import { reportAmbiguous } from './local-ids.ts';
import { type ParseOptions, readUpdateOptions } from './parse-options.ts';
import { readDocument } from './read-document.ts';
import { type Draft, finish, finishLater, startReading } from './reading.ts';
import { readRelationships } from './relationships.ts';
import { readResource } from './resource.ts';

/** What an update is checked with. */
export interface ParseUpdateOptions extends ParseOptions {
  /** The id in the URL: the one in the document has to equal it. */
  readonly id?: string | undefined;
}

/** The id of the document, which has to be the one of the URL. */
function readId(
  resource: Readonly<Record<string, unknown>>,
  expected: string | undefined,
  reporter: Reporter,
  isCreated: boolean,
): string | undefined {
  if (ownMember(resource, 'id') === undefined && !isCreated) {
    reporter.report('DOCUMENT_INVALID', ['data'], 'The resource object has no id.');
  }
  const id = readIdString(resource, 'id', ['data'], reporter);
  if (id !== undefined && expected !== undefined && expected !== id) {
    // Both are the client's text, of which a message shows 100 characters.
    const detail = `The URL names the resource "${excerpt(expected, 50)}", the document "${excerpt(id, 50)}".`;
    reporter.report('ID_CONFLICT', ['data', 'id'], detail);
  }
  return id;
}

function readUpdate(api: Api, typeName: string, body: unknown, options: ParseUpdateOptions): Draft<unknown> {
  const reading = startReading(resourceType(api, typeName), options);
  const { type, limits, findings, localIds } = reading;
  const resource = readResource(readDocument(body, limits), type, findings);
  if (resource === undefined) return failed(findings);
  const lid = readIdString(resource, 'lid', ['data'], findings);
  // Another part of the same request can create the resource.
  const created = lid === undefined ? undefined : localIds.created(typeName, lid);
  const id = readId(resource, options.id, findings, created !== undefined) ?? created?.id;
  const isAmbiguous = id !== undefined && lid !== undefined && !localIds.pair(typeName, { id, lid });
  if (isAmbiguous) reportAmbiguous(lid, ['data', 'lid'], findings);
  const attributes = readAttributes(ownMember(resource, 'attributes'), 'keep', reading);
  const relationships = readRelationships(ownMember(resource, 'relationships'), reading);
  const toInput = (): unknown =>
    Object.freeze({ type: typeName, id, attributes: Object.freeze(attributes), relationships });
  return { findings, pending: reading.pending, toInput };
}

/**
 * Reads the document of an update request into typed input. What is absent stays absent, null is null. Every schema has
 * to answer at once; use `parseUpdateAsync` when one does not.
 *
 * @param body JSON text, its bytes, or the value parsed from it.
 * @throws {JsonApiError} Every problem at once, each with a pointer into the document.
 * @throws {TypeError} The API has no such type, a limit is none, or the schema of an attribute answers with a promise.
 * @throws {Error} A schema failed, with what it threw as the cause: no fault of the client.
 * @see https://jsonapi.org/format/1.1/#crud-updating
 */
export function parseUpdate<A extends Api, Type extends TypeName<A>>(
  api: A,
  type: Type,
  body: unknown,
  options: ParseUpdateOptions = {},
): UpdateInput<A, Type> {
  return finish(readUpdate(api, type, body, readUpdateOptions('parseUpdate', options))) as UpdateInput<A, Type>;
}

/**
 * The same as `parseUpdate` for an API with schemas that answer with a promise. They all run at the same time.
 *
 * @param body JSON text, its bytes, or the value parsed from it.
 * @throws {JsonApiError} Every problem at once, each with a pointer into the document.
 * @throws {TypeError} The API has no such type, or a limit is none.
 * @throws {Error} A schema failed, with what it threw as the cause: no fault of the client.
 * @see https://jsonapi.org/format/1.1/#crud-updating
 */
export async function parseUpdateAsync<A extends Api, Type extends TypeName<A>>(
  api: A,
  type: Type,
  body: unknown,
  options: ParseUpdateOptions = {},
): Promise<UpdateInput<A, Type>> {
  return (await finishLater(
    readUpdate(api, type, body, readUpdateOptions('parseUpdateAsync', options)),
  )) as UpdateInput<A, Type>;
}
