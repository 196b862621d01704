import type { ResourceType } from '../schema/api.ts';
import { type DocumentLimits, documentLimits } from './document-limits.ts';
import { createFindings, type Findings } from './findings.ts';
import { createLocalIds, type LocalIds } from './local-ids.ts';
import type { ParseOptions } from './parse-options.ts';

/** The promised result of a schema. */
export interface PendingAnswer {
  /** The name of the attribute. */
  readonly name: string;
  /** Resolves when the result has been read. Rejects if the schema throws or rejects. */
  readonly read: Promise<void>;
}

/** The state of parsing a request document. */
export interface Reading {
  readonly type: ResourceType;
  readonly limits: DocumentLimits;
  readonly findings: Findings;
  readonly localIds: LocalIds;
  readonly pending: PendingAnswer[];
}

/**
 * Creates the state for a request document about resources of a type.
 *
 * @throws {TypeError} If a limit is neither a whole number nor Infinity.
 */
export function startReading(type: ResourceType, options: ParseOptions): Reading {
  const limits = documentLimits(options);
  const { base, localIds = createLocalIds() } = options;
  return { type, limits, findings: createFindings(limits.errors, base), localIds, pending: [] };
}

/** Input that is complete when all schemas have returned a result. */
export interface Draft<Input> extends Pick<Reading, 'findings' | 'pending'> {
  readonly toInput: () => Input;
}

function inputOf<Input>({ findings, toInput }: Draft<Input>): Input {
  findings.assertNone();
  return toInput();
}

/**
 * Returns the input if every schema is synchronous.
 *
 * @throws {JsonApiError} If errors were reported.
 * @throws {TypeError} If a schema returned a promise.
 */
export function finish<Input>(draft: Draft<Input>): Input {
  const [pending] = draft.pending;
  if (pending === undefined) return inputOf(draft);
  throw new TypeError(
    `The schema of the attribute \`${pending.name}\` must be synchronous, but it returned a promise. Call the function whose name ends with \`Async\`.`,
  );
}

/**
 * Returns the input after every schema has returned a result.
 *
 * @throws {JsonApiError} If errors were reported.
 */
export async function finishLater<Input>(draft: Draft<Input>): Promise<Input> {
  await Promise.all(draft.pending.map(({ read }) => read));
  return inputOf(draft);
}
