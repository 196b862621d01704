import { pointersBelow } from '../../error/pointers-below.ts';
import { ownMembers } from '../../internal/members.ts';
import type { Api } from '../../schema/api.ts';
import type { MetaObject } from '../../spec/document/links-object.ts';
import type { ResourceObject } from '../../spec/document/resource-object.ts';
import { createLocalReferences, type LocalReferences, linkageWithIds, withId } from './local-references.ts';
import { operationError } from './operation-errors.ts';
import { type ParsedOperation, type ResolvedOperation, sourceOfOperation } from './parse-operations.ts';

/**
 * The result of an operation: an element of `atomic:results`. It is empty for an operation without a document.
 *
 * @see https://jsonapi.org/ext/atomic/#result-objects
 */
export interface AtomicResult {
  readonly data?: ResourceObject | null | undefined;
  readonly meta?: MetaObject | undefined;
}

/** The members of an operation that can contain local ids. */
interface AnyOperation {
  readonly op: string;
  readonly kind: string;
  readonly target?: unknown;
  readonly linkage?: unknown;
  readonly input?: {
    readonly type: string;
    readonly id?: string;
    readonly lid?: string;
    readonly relationships: object;
  };
}

/** Returns an operation with the ids of resources that earlier operations created. */
function resolved(operation: AnyOperation, references: LocalReferences): AnyOperation {
  const { target, linkage, input } = operation;
  const named = target === undefined ? {} : { target: withId(target, references) };
  if (operation.kind === 'relationship')
    return Object.freeze({ ...operation, ...named, linkage: linkageWithIds(linkage, references) });
  if (input === undefined) return Object.freeze({ ...operation, ...named });
  const links = Object.entries(input.relationships).map(([name, value]) => [name, linkageWithIds(value, references)]);
  return Object.freeze({ ...operation, ...named, input: { ...input, relationships: Object.fromEntries(links) } });
}

/** Returns the error of an operation. Its pointers refer to the document of the request. */
function errorOf(operation: AnyOperation & { readonly pointer: string }, thrown: unknown): unknown {
  const source = sourceOfOperation(operation);
  const below = pointersBelow(operation.pointer, thrown);
  return source === undefined ? below : operationError(below, source.operation, source.document);
}

/** Keeps the id of a created resource, so that later operations can refer to it. */
function keepId({ op, kind, input }: AnyOperation, result: unknown, references: LocalReferences): void {
  if (op !== 'add' || kind !== 'resource' || input?.lid === undefined) return;
  const { data } = ownMembers(result);
  const { id = input.id } = ownMembers(data);
  if (typeof id !== 'string')
    throw new TypeError(
      `runOperations: the result of an operation that adds a resource must contain it, because the request names it by \`lid\`. Return \`buildDocument(api, "${input.type}", record)\`.`,
    );
  references.keep(input.type, input.lid, id);
}

/**
 * Runs operations in order. Replaces the local ids of resources that earlier operations created with their ids, collects the results, and
 * makes the pointers of errors refer to the document of the request. Call it in a transaction, because all operations must succeed or none.
 *
 * @param operations The result of `parseOperations`.
 * @param run Runs one operation, and returns its result, such as `buildDocument(api, 'articles', record)`; undefined for an operation without
 * a document. An operation that adds a resource must return it if the server chooses the id.
 * @returns The elements of `atomic:results`. If all are empty, the response can be 204 without a document.
 * @throws {JsonApiError} The error of the first operation that fails. `run` throws it as for a single request: with `/data/attributes/title`.
 * @see https://jsonapi.org/ext/atomic/#processing
 * @example
 * const results = await runOperations(await parseOperations(api, body), (operation) => write(transaction, operation));
 */
export async function runOperations<A extends Api>(
  operations: readonly ParsedOperation<A>[],
  run: (operation: ResolvedOperation<A>) => AtomicResult | undefined | Promise<AtomicResult | undefined>,
): Promise<readonly AtomicResult[]> {
  const references = createLocalReferences();
  const results: AtomicResult[] = [];
  for (const operation of operations) {
    let result: AtomicResult | undefined;
    try {
      result = await run(resolved(operation as never, references) as never);
    } catch (thrown) {
      throw errorOf(operation as never, thrown);
    }
    keepId(operation as never, result, references);
    const { data, meta } = result ?? {};
    const hasData = data !== undefined && operation.kind === 'resource' && operation.op !== 'remove';
    results.push({ ...(hasData ? { data } : {}), ...(meta === undefined ? {} : { meta }) });
  }
  return Object.freeze(results);
}
