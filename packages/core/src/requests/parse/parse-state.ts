import type { Awaitable } from '../../internal/awaitable.ts';
import { oncePer } from '../../internal/once-per.ts';
import type { ResourceType } from '../../schema/api.ts';
import type { WriteRequest } from '../../schema/can-set.ts';
import { type DocumentLimits, documentLimits } from './document-limits.ts';
import { ErrorCollector, type SuggestionBudget } from './error-collector.ts';
import type { LinkageBudget } from './linkage.ts';
import { LocalIds } from './local-ids.ts';
import type { ParseOptions } from './parse-options.ts';

/** The promised result of a schema. */
export interface PendingResult {
  /** The name of the attribute. */
  readonly name: string;
  /** Resolves when the result has been read. Rejects if the schema throws or rejects. */
  readonly read: Promise<void>;
}

/** The state of parsing a request document. */
export interface ParseState {
  readonly type: ResourceType;
  /** Whether the request creates or updates a resource. */
  readonly request: WriteRequest;
  readonly limits: DocumentLimits;
  readonly collector: ErrorCollector;
  readonly localIds: LocalIds;
  readonly pending: PendingResult[];
  /** The number of identifiers that the document can still contain, in all its relationships. */
  readonly budget: LinkageBudget;
}

const limitsOf = oncePer(documentLimits);

/**
 * Creates the state for a request document about resources of a type.
 *
 * @throws {TypeError} If a limit is neither a whole number nor Infinity.
 */
export function createParseState(
  type: ResourceType,
  request: WriteRequest,
  options: ParseOptions,
  suggestions?: SuggestionBudget,
): ParseState {
  const limits = limitsOf(options);
  const { base, localIds = new LocalIds() } = options;
  const budget = { limit: limits.linkageMembers, left: limits.linkageMembers };
  const collector = new ErrorCollector(limits.errors, base, suggestions);
  return { type, request, limits, collector, localIds, pending: [], budget };
}

/** Input that is complete when all schemas have returned a result. */
export interface PendingInput<Input> extends Pick<ParseState, 'collector' | 'pending'> {
  readonly toInput: () => Input;
}

function inputOf<Input>({ collector, toInput }: PendingInput<Input>): Input {
  collector.throwIfAny();
  return toInput();
}

/**
 * Returns the input if every schema is synchronous.
 *
 * @throws {JsonApiError} If errors were reported.
 * @throws {TypeError} If a schema returned a promise.
 */
export function resolveInput<Input>(input: PendingInput<Input>): Input {
  const [pending] = input.pending;
  if (pending === undefined) return inputOf(input);
  throw new TypeError(
    `The schema of the attribute \`${pending.name}\` must be synchronous, but it returned a promise. Call the function whose name ends with \`Async\`.`,
  );
}

/**
 * Returns the input after every schema has returned a result: at once if all are synchronous.
 *
 * @throws {JsonApiError} If errors were reported.
 */
export function resolveInputNow<Input>(input: PendingInput<Input>): Awaitable<Input> {
  if (input.pending.length === 0) return inputOf(input);
  return Promise.all(input.pending.map(({ read }) => read)).then(() => inputOf(input));
}
