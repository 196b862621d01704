import { documentErrors, documentMessagesOfOperations } from '../../error/chapters/document-errors.ts';
import { joined } from '../../error/chapters/error-table.ts';
import { requestErrors } from '../../error/chapters/request-errors.ts';
import { resourceErrors, resourceMessagesOfOperations } from '../../error/chapters/resource-errors.ts';
import { errorIn, JsonApiError } from '../../error/json-api-error.ts';
import { formatPointer } from '../../internal/json-pointer.ts';
import { isObject } from '../../internal/members.ts';
import { checkObjects } from '../../requests/parse/defined-members.ts';
import { type DocumentLimits, documentLimits } from '../../requests/parse/document-limits.ts';
import { type DocumentErrors, ErrorCollector, type Reporter } from '../../requests/parse/error-collector.ts';
import { LocalIds } from '../../requests/parse/local-ids.ts';
import type { Api } from '../../schema/api.ts';
import type { UrlTarget } from '../../schema/url/url-scheme.ts';
import type { AtomicOperation } from './operation.ts';
import { type OperationsReading, reporterAt } from './operations-reading.ts';
import { readOperation } from './read-operation.ts';

/** The options for reading operations. */
export interface ReadOperationsOptions extends Partial<DocumentLimits> {
  /** The maximum number of operations in a request. Default 50. */
  readonly operations?: number | undefined;
  /** Returns the target of the URL in an `href`, or undefined if the URL does not exist. Default: no URL exists. */
  readonly targetOf?: ((href: string) => UrlTarget | undefined) | undefined;
}

/** The default maximum number of operations in one request. */
export const MAX_OPERATIONS = 50;

const operationErrors: DocumentErrors = joined(
  documentErrors,
  documentMessagesOfOperations,
  resourceErrors,
  resourceMessagesOfOperations,
);

const MEMBER = 'atomic:operations';

/**
 * Returns the elements of `atomic:operations`. If it is not an array, empty, or too long, reports an error and returns
 * undefined.
 */
function readList(document: unknown, maxOperations: number, reporter: Reporter): readonly unknown[] | undefined {
  if (!isObject(document)) {
    return reporter.report('DOCUMENT_INVALID.documentOfOperations', {}, []);
  }
  checkObjects(document, ['jsonapi', 'links', 'meta'], [], reporter);
  for (const name of ['data', 'included', 'errors']) {
    if (document[name] === undefined) continue;
    reporter.report('DOCUMENT_INVALID.notWithOperations', { name }, [name]);
  }
  if (document['atomic:results'] !== undefined) {
    reporter.report('DOCUMENT_INVALID.notWithOperations', { name: 'atomic:results' }, []);
  }
  const list = document[MEMBER];
  if (list === undefined) {
    reporter.report('DOCUMENT_INVALID.operationsRequired', { name: MEMBER }, []);
  } else if (!Array.isArray(list) || list.length === 0) {
    reporter.report('DOCUMENT_INVALID.operations', { name: MEMBER }, [MEMBER]);
  } else if (list.length > maxOperations) {
    reporter.report('OPERATIONS_TOO_MANY.limit', { limit: maxOperations }, [MEMBER]);
  } else return list;
  return undefined;
}

function readAll(list: readonly unknown[], reading: OperationsReading, collector: ErrorCollector): AtomicOperation[] {
  const read: AtomicOperation[] = [];
  for (const [index, element] of list.entries()) {
    if (collector.isFull()) break;
    const place = [MEMBER, index];
    const reporter = reporterAt(collector, place);
    if (!isObject(element)) {
      reporter.report('DOCUMENT_INVALID.operation', {}, []);
      continue;
    }
    const operation = readOperation(element, formatPointer(place), reading, reporter);
    if (operation !== undefined) read.push(operation);
  }
  return read;
}

/**
 * Reads the operations of a request document: their form, their targets, and their local ids. Does not validate data
 * against the attribute schemas.
 *
 * @param document The document as a value, for example from `parseDocument`. Undefined if the request does not have one.
 * @throws {JsonApiError} All errors in the form, each with a pointer into the document.
 */
export function readOperations(
  api: Api,
  document: unknown,
  { operations = MAX_OPERATIONS, targetOf = () => undefined, ...limits }: ReadOperationsOptions,
): readonly AtomicOperation[] {
  // Without a document, `source` cannot point to a value.
  if (document === undefined) throw new JsonApiError(errorIn(requestErrors, 'INVALID_JSON.required', {}));
  const { errors, linkageMembers } = documentLimits(limits);
  const collector = new ErrorCollector(errors, '', undefined, operationErrors);
  const reading = {
    api,
    targetOf,
    collector,
    localIds: new LocalIds(),
    budget: { limit: linkageMembers, left: linkageMembers },
  };
  const list = readList(document, operations, collector);
  const read = list === undefined ? [] : readAll(list, reading, collector);
  collector.throwIfAny();
  return read;
}
