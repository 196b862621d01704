import { JsonApiError } from '../../error/json-api-error.ts';
import { type Awaitable, andThen, isPromise } from '../../internal/awaitable.ts';
import { type OptionTable, optionTable, readOptions } from '../../internal/options.ts';
import { type DocumentLimits, documentLimits } from '../../requests/parse/document-limits.ts';
import { createSuggestionBudget, type SuggestionBudget } from '../../requests/parse/error-collector.ts';
import { LocalIds } from '../../requests/parse/local-ids.ts';
import { readCreate } from '../../requests/parse/parse-create.ts';
import { limitKinds } from '../../requests/parse/parse-options.ts';
import { resolveInputNow } from '../../requests/parse/parse-state.ts';
import { readUpdate } from '../../requests/parse/parse-update.ts';
import { readDocument } from '../../requests/parse/read-document.ts';
import { parseRelationshipChange } from '../../requests/parse/relationship-change.ts';
import type { Api } from '../../schema/api.ts';
import type { RelationshipName, TypeName } from '../../schema/infer.ts';
import type { CreateInput, IdentifierInput, UpdateInput } from '../../schema/input.ts';
import type { ErrorObject } from '../../spec/document/error-object.ts';
import type { MetaObject } from '../../spec/document/links-object.ts';
import type { ResourceIdentifierObject } from '../../spec/document/resource-object.ts';
import type { AtomicOperation } from './operation.ts';
import { type ReadOperationsOptions, readOperations } from './read-operations.ts';

/** The members of all operations. */
interface ParsedMembers {
  /** The JSON Pointer to the operation: the pointers of its errors begin with it. */
  readonly pointer: string;
  readonly meta: MetaObject | undefined;
}

/** `Create` and `Update` are the types of the resources that the linkage of an operation can name by a local id, and `Target` its target. */
type OperationOf<A extends Api, Type extends TypeName<A>, Create, Update, Identifier> =
  | (ParsedMembers & { readonly op: 'add'; readonly kind: 'resource'; readonly input: CreateInput<A, Type, Create> })
  | (ParsedMembers & {
      readonly op: 'update';
      readonly kind: 'resource';
      readonly target: Identifier & { readonly type: Type };
      readonly input: Pick<UpdateInput<A, Type, Update>, 'type' | 'attributes' | 'relationships'>;
    })
  | (ParsedMembers & {
      readonly op: 'remove';
      readonly kind: 'resource';
      readonly target: Identifier & { readonly type: Type };
    })
  | (ParsedMembers & {
      readonly op: 'add' | 'update' | 'remove';
      readonly kind: 'relationship';
      readonly target: Identifier & { readonly type: Type };
      readonly relationship: RelationshipName<A, Type>;
      readonly linkage: Identifier | null | readonly Identifier[];
    });

/**
 * A checked operation of a request. Identifiers have a `lid` instead of an `id` if an earlier operation creates their
 * resource, or if the resource references itself.
 */
export type ParsedOperation<A extends Api> = {
  [Type in TypeName<A>]: OperationOf<A, Type, string, string, IdentifierInput>;
}[TypeName<A>];

/** An operation whose earlier operations have run: identifiers have an `id`, except those of a new resource that references itself. */
export type ResolvedOperation<A extends Api> = {
  [Type in TypeName<A>]: OperationOf<A, Type, Type, never, ResourceIdentifierObject>;
}[TypeName<A>];

/** The operation and the document of the request that a parsed operation was read from. */
interface OperationSource {
  readonly operation: AtomicOperation;
  readonly document: unknown;
}

const sources = new WeakMap<object, OperationSource>();

/** Returns what a parsed operation was read from, for the pointers of its errors. Undefined if `parseOperations` did not return it. */
export function sourceOfOperation(operation: object): OperationSource | undefined {
  return sources.get(operation);
}

const optionsTable: OptionTable = optionTable({ ...limitKinds, operations: 'number', targetOf: 'function' });

/** The context for reading data. */
interface DataReading {
  readonly api: Api;
  readonly localIds: LocalIds;
  readonly limits: DocumentLimits;
  readonly suggestions: SuggestionBudget;
}

function targetIdentifier({ target: { type, id, lid } }: AtomicOperation): IdentifierInput {
  return Object.freeze(id === undefined ? { type, lid: lid as string } : { type, id });
}

function parseData(operation: AtomicOperation, { api, localIds, limits, suggestions }: DataReading): Awaitable<object> {
  const { op, pointer: base, meta, target, data } = operation;
  const options = { ...limits, base, localIds };
  const common = { op, pointer: base, meta };
  if (target.relationship !== undefined) {
    const linkage = parseRelationshipChange(api, target.type, target.relationship, op, { data }, options);
    const named = { target: targetIdentifier(operation), relationship: target.relationship };
    return Object.freeze({ ...common, kind: 'relationship', ...named, linkage });
  }
  if (op === 'add') {
    const created = resolveInputNow(readCreate(api, target.type, { data }, options, suggestions));
    return andThen(created, (input) => Object.freeze({ ...common, kind: 'resource', input }));
  }
  const named = { kind: 'resource', target: targetIdentifier(operation) };
  if (op === 'remove') return Object.freeze({ ...common, ...named });
  // The document can identify the resource by its local id.
  const read = readUpdate(api, target.type, { data }, options, target.id, suggestions);
  return andThen(resolveInputNow(read), (input) => {
    const { type, attributes, relationships } = input as UpdateInput<Api, string, string>;
    return Object.freeze({ ...common, ...named, input: Object.freeze({ type, attributes, relationships }) });
  });
}

/**
 * Parses a request document of the Atomic Operations extension into typed operations, for use in your own backend.
 * First checks the form of all operations, then their data.
 *
 * @param body JSON text, its bytes, or the value parsed from it.
 * @throws {JsonApiError} All errors in the form. If there are none, all errors in the data. Each error has a pointer
 * into the document.
 * @throws {TypeError} If an option is unknown, or a limit is not a whole number or Infinity.
 * @see https://jsonapi.org/ext/atomic/#operation-objects
 * @example
 * const [add] = await parseOperations(api, body, { targetOf: createUrlScheme(api).parse });
 */
export async function parseOperations<A extends Api>(
  api: A,
  body: unknown,
  options: ReadOperationsOptions = {},
): Promise<readonly ParsedOperation<A>[]> {
  const {
    operations: maxOperations,
    targetOf,
    ...limitOptions
  } = readOptions('parseOperations', options, optionsTable);
  const limits = documentLimits(limitOptions);
  const document = readDocument(body, limits);
  const operations = readOperations(api, document, {
    operations: maxOperations,
    targetOf,
    ...limits,
  });
  // The complete text is within its limits, so each part of it is, too.
  const reading = { api, localIds: new LocalIds(), limits, suggestions: createSuggestionBudget() };
  const parsed: object[] = [];
  const errors: ErrorObject[] = [];
  for (const operation of operations) {
    if (errors.length >= Math.max(1, limits.errors)) break;
    try {
      const parsing = parseData(operation, reading);
      const read = isPromise(parsing) ? await parsing : parsing;
      sources.set(read, { operation, document });
      parsed.push(read);
    } catch (thrown) {
      if (!JsonApiError.is(thrown)) throw thrown;
      errors.push(...thrown.errors);
    }
  }
  if (errors.length > 0) throw new JsonApiError(errors.slice(0, Math.max(1, limits.errors)));
  return Object.freeze(parsed) as readonly ParsedOperation<A>[];
}
