import {
  describeErrors,
  describeErrorsAsync,
  type ErrorHooks,
  type ErrorObject,
  type TopLevelLinks,
} from '@linkage/core';
import type { JsonApiRequest } from '../../http.ts';
import type { Awaitable } from '../../internal/awaitable.ts';
import type { NegotiatedHooks } from '../members/plug-in-hooks.ts';
import { factsOf } from './error-language.ts';

/** The options with which the server responds to errors. */
export interface ErrorAnswering {
  /** The maximum number of errors in a response. Further errors are omitted. */
  readonly most: number;
  /** Receives unexpected failures, with the id in the response. */
  readonly report?: ((error: unknown, id: string) => unknown) | undefined;
  readonly hooks?: ErrorHooks | undefined;
  /** The language of the texts, as the function `language` returned it. */
  readonly language?: string | undefined;
  /**
   * The extensions and profiles that apply, which add members to error objects, and the result of negotiation: the media type and
   * the `jsonapi` member match it.
   */
  readonly applied?: NegotiatedHooks | undefined;
  /** The top-level links of the document. */
  readonly links?: TopLevelLinks | undefined;
  /** Whether the response can wait for hooks. */
  readonly isAsync?: boolean | undefined;
}

/** Reports a failure. Ignores errors of the hook: the client must receive the response. */
export function reportFailure({ report }: ErrorAnswering, error: unknown, id: string): void {
  const ignore = (): void => undefined;
  try {
    Promise.resolve(report?.(error, id)).catch(ignore);
  } catch {
    ignore();
  }
}

/** The time that `localize` has for all errors of a response, in milliseconds. */
const LOCALIZE_TIME = 1000;

/** Waits for the texts of errors. Keeps the original texts if they take too long. */
async function localized(
  completed: Promise<readonly ErrorObject[]>,
  errors: readonly ErrorObject[],
  onFailure: (failure: unknown) => void,
): Promise<readonly ErrorObject[]> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<readonly ErrorObject[]>((resolve) => {
    timer = setTimeout(() => {
      onFailure(new Error(`errors.localize took longer than ${LOCALIZE_TIME} ms.`));
      resolve(errors);
    }, LOCALIZE_TIME);
  });
  try {
    return await Promise.race([completed, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Adds the ids, links, and texts of the hooks to errors. Waits for texts only if the response can wait. */
export function completeErrors(
  errors: readonly ErrorObject[],
  request: JsonApiRequest,
  answering: ErrorAnswering,
): Awaitable<readonly ErrorObject[]> {
  const { hooks, language, isAsync } = answering;
  if (hooks === undefined) return errors;
  const onFailure = (failure: unknown): void => reportFailure(answering, failure, crypto.randomUUID());
  const options = { request: factsOf(request), language, onFailure };
  if (isAsync !== true || hooks.localize === undefined) return describeErrors(errors, hooks, options);
  return localized(describeErrorsAsync(errors, hooks, options), errors, onFailure);
}
