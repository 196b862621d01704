import { documentErrors, documentMessagesOfActions } from '../../error/chapters/document-errors.ts';
import { joined } from '../../error/chapters/error-table.ts';
import { resourceErrors } from '../../error/chapters/resource-errors.ts';
import { type ErrorKey, errorIn, JsonApiError } from '../../error/json-api-error.ts';
import { found, type ValuesOf } from '../../error/message-part.ts';
import { isObject, ownMember } from '../../internal/members.ts';
import { type ReadSchemaResult, resultOf } from '../../schema/schema-result.ts';
import type { StandardSchema } from '../../schema/standard-schema.ts';
import type { DocumentLimits } from './document-limits.ts';
import { type DocumentErrors, ErrorCollector, type PathSegments } from './error-collector.ts';
import { reportIssues } from './report-issues.ts';
import { reportUnstorable } from './unstorable-value.ts';

const actionErrors: DocumentErrors = joined(documentErrors, documentMessagesOfActions, resourceErrors);

const LABEL = 'meta';

/**
 * Returns `meta` of the request document of an action; an empty object if it is absent.
 *
 * @throws {JsonApiError} 400 if it is not an object, or the document has primary data: the action would ignore it.
 */
function readMeta(document: unknown): object {
  const reject = <Key extends ErrorKey<'DOCUMENT_INVALID'>>(
    key: Key,
    values: ValuesOf<Key>,
    pointer: string,
  ): never => {
    throw new JsonApiError(errorIn(actionErrors, key, values, { pointer }));
  };
  if (document === undefined) return {};
  if (!isObject(document)) return reject('DOCUMENT_INVALID.documentOfAction', { found: found(document) }, '');
  for (const name of ['data', 'errors'])
    if (ownMember(document, name) !== undefined) reject('DOCUMENT_INVALID.actionInput', { name }, `/${name}`);
  const meta = ownMember(document, LABEL);
  if (meta === undefined) return {};
  return isObject(meta) ? meta : reject('DOCUMENT_INVALID.object', { name: LABEL, found: found(meta) }, '/meta');
}

/**
 * Reads the input of an action: `meta` of the request document, validated by its schema. Without a schema, undefined.
 *
 * @param document The parsed document; undefined without a body.
 * @throws {JsonApiError} 422 with an error for each issue of the schema, 400 if the document is invalid.
 * @throws {Error} If the schema throws. The cause is the original error. The request is not the reason.
 */
export async function readActionInput(
  schema: StandardSchema | undefined,
  document: unknown,
  { errors }: Pick<DocumentLimits, 'errors'>,
): Promise<unknown> {
  const meta = readMeta(document);
  if (schema === undefined) return undefined;
  const collector = new ErrorCollector(errors, document === undefined ? null : '', undefined, actionErrors);
  if (reportUnstorable('INPUT_INVALID', [], LABEL, meta, collector)) collector.throwIfAny();
  let result: ReadSchemaResult;
  try {
    result = await resultOf(schema, meta);
  } catch (cause) {
    throw new Error('The schema of the input threw an error.', { cause });
  }
  const { issues, value } = result;
  if (issues === undefined) return value;
  // A pointer must lead to a value of the document.
  const path: PathSegments = isObject(document) && ownMember(document, LABEL) !== undefined ? [LABEL] : [];
  reportIssues({ code: 'INPUT_INVALID', path, label: LABEL }, meta, issues, collector);
  collector.throwIfAny();
  throw new Error('The schema of the input reported no issue.');
}
