import { ownMember } from '../internal/is-object.ts';
import type { Api, ResourceType } from '../schema/api.ts';
import type { TypeName } from '../schema/infer.ts';
import type { CreateInput } from '../schema/input.ts';
import { resourceType } from '../schema/resource-type.ts';
import { readAttributes } from './attributes.ts';
import { failed, type Reporter } from './findings.ts';
import { readIdString } from './identification.ts';
import { reportAmbiguous } from './local-ids.ts';
import { type ParseOptions, readParseOptions } from './parse-options.ts';
import { readDocument } from './read-document.ts';
import { type Draft, finish, finishLater, startReading } from './reading.ts';
import { readRelationships } from './relationships.ts';
import { readResource } from './resource.ts';

/** Longest client-generated id, in characters. Every URL that holds it stays below the limit of a URL. */
const LONGEST_ID = 255;

/** Whether a URL can name a resource by this id: clients take dot segments away, and half a character has no encoding. */
function fitsIntoUrl(id: string): boolean {
  return id !== '' && id !== '.' && id !== '..' && id.length <= LONGEST_ID && id.isWellFormed();
}

/** The client-generated id of a new resource, when it brings one and may. */
function readClientId(type: ResourceType, id: unknown, reporter: Reporter): string | undefined {
  if (id === undefined) return undefined;
  const place = ['data', 'id'];
  if (typeof id === 'string' && !type.clientGeneratedIds) {
    // Whatever the id looks like: the server would not accept another one either.
    const detail = `The id of a new resource of type ${type.name} is chosen by the server.`;
    reporter.report('CLIENT_ID_FORBIDDEN', place, detail);
    return id;
  }
  if (typeof id === 'string' && fitsIntoUrl(id)) return id;
  reporter.report('DOCUMENT_INVALID', place, `id is a string that a URL can hold, of 1 to ${LONGEST_ID} characters.`);
  return undefined;
}

function readCreate(api: Api, typeName: string, body: unknown, options: ParseOptions): Draft<unknown> {
  const reading = startReading(resourceType(api, typeName), options);
  const { type, limits, findings, localIds } = reading;
  const resource = readResource(readDocument(body, limits), type, findings);
  if (resource === undefined) return failed(findings);
  const id = readClientId(type, ownMember(resource, 'id'), findings);
  const lid = readIdString(resource, 'lid', ['data'], findings);
  if (lid !== undefined) {
    const isPaired = id === undefined || localIds.pair(typeName, { id, lid });
    if (!localIds.create({ type: typeName, lid, id }) || !isPaired) reportAmbiguous(lid, ['data', 'lid'], findings);
  }
  const values = readAttributes(ownMember(resource, 'attributes'), 'check', reading);
  const relationships = readRelationships(ownMember(resource, 'relationships'), reading);
  const toInput = (): unknown => {
    const attributes = Object.freeze(values);
    if (id !== undefined) return Object.freeze({ type: typeName, id, attributes, relationships });
    if (lid === undefined) return Object.freeze({ type: typeName, attributes, relationships });
    // Beside an id it would name nothing that the id does not name.
    return Object.freeze({ type: typeName, lid, attributes, relationships });
  };
  return { findings, pending: reading.pending, toInput };
}

/**
 * Reads the document of a create request into typed input. Every schema has to answer at once; use `parseCreateAsync`
 * when one does not.
 *
 * @param body JSON text, its bytes, or the value parsed from it.
 * @throws {JsonApiError} Every problem at once, each with a pointer into the document.
 * @throws {TypeError} The API has no such type, a limit is none, or the schema of an attribute answers with a promise.
 * @throws {Error} A schema failed, with what it threw as the cause: no fault of the client.
 * @see https://jsonapi.org/format/1.1/#crud-creating
 */
export function parseCreate<A extends Api, Type extends TypeName<A>>(
  api: A,
  type: Type,
  body: unknown,
  options: ParseOptions = {},
): CreateInput<A, Type> {
  return finish(readCreate(api, type, body, readParseOptions('parseCreate', options))) as CreateInput<A, Type>;
}

/**
 * The same as `parseCreate` for an API with schemas that answer with a promise. They all run at the same time.
 *
 * @param body JSON text, its bytes, or the value parsed from it.
 * @throws {JsonApiError} Every problem at once, each with a pointer into the document.
 * @throws {TypeError} The API has no such type, or a limit is none.
 * @throws {Error} A schema failed, with what it threw as the cause: no fault of the client.
 * @see https://jsonapi.org/format/1.1/#crud-creating
 */
export async function parseCreateAsync<A extends Api, Type extends TypeName<A>>(
  api: A,
  type: Type,
  body: unknown,
  options: ParseOptions = {},
): Promise<CreateInput<A, Type>> {
  const read = readCreate(api, type, body, readParseOptions('parseCreateAsync', options));
  return (await finishLater(read)) as CreateInput<A, Type>;
}
