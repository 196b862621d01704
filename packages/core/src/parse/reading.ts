import type { ResourceType } from '../schema/api.ts';
import { type DocumentLimits, documentLimits } from './document-limits.ts';
import { createFindings, type Findings } from './findings.ts';
import { createLocalIds, type LocalIds } from './local-ids.ts';
import type { ParseOptions } from './parse-options.ts';

/** An answer that a schema has promised. */
export interface PendingAnswer {
  /** The attribute it is about. */
  readonly name: string;
  /** Settles when the answer has been read; rejects when the schema failed. */
  readonly read: Promise<void>;
}

/** A request document while it is read. */
export interface Reading {
  readonly type: ResourceType;
  readonly limits: DocumentLimits;
  readonly findings: Findings;
  readonly localIds: LocalIds;
  readonly pending: PendingAnswer[];
  /** Identifiers that may still come, in all relationships of the document. */
  readonly budget: { left: number };
}

/**
 * Starts to read a request document about resources of a type.
 *
 * @throws {TypeError} A limit is neither a whole number nor Infinity.
 */
export function startReading(type: ResourceType, options: ParseOptions): Reading {
  const limits = documentLimits(options);
  const { base, localIds = createLocalIds() } = options;
  const budget = { left: limits.linkageMembers };
  return { type, limits, findings: createFindings(limits.errors, base), localIds, pending: [], budget };
}

/** What a reading comes to, once all schemas have answered. */
export interface Draft<Input> extends Pick<Reading, 'findings' | 'pending'> {
  readonly toInput: () => Input;
}

function inputOf<Input>({ findings, toInput }: Draft<Input>): Input {
  findings.assertNone();
  return toInput();
}

/**
 * The input, when every schema has answered at once.
 *
 * @throws {JsonApiError} The problems found.
 * @throws {TypeError} A schema answers with a promise.
 */
export function finish<Input>(draft: Draft<Input>): Input {
  const [pending] = draft.pending;
  if (pending === undefined) return inputOf(draft);
  throw new TypeError(
    `The schema of ${pending.name} answers with a promise: read the document with the …Async function.`,
  );
}

/**
 * The input, when every schema has answered.
 *
 * @throws {JsonApiError} The problems found.
 */
export async function finishLater<Input>(draft: Draft<Input>): Promise<Input> {
  await Promise.all(draft.pending.map(({ read }) => read));
  return inputOf(draft);
}
