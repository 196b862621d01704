import {
  describeErrors,
  describeErrorsAsync,
  type ErrorHooks,
  type ErrorObject,
  type TopLevelLinks,
} from '@linkage/core';
import type { Awaitable } from '@linkage/core/internal';
import { reportFailure } from '@linkage/core/internal';
import type { JsonApiRequest } from '../../http.ts';
import type { NegotiatedHooks } from '../members/plug-in-hooks.ts';
import { factsOf } from './error-language.ts';

/** The options with which the server responds to errors. */
export interface ErrorAnswering {
  /** The maximum number of errors in a response. Further errors are omitted. */
  readonly most: number;
  /** Receives unexpected failures, with the id in the response. */
  readonly report?: ((error: unknown, id: string) => unknown) | undefined;
  readonly hooks?: ErrorHooks | undefined;
  /** The language of the strings, as the function `language` returned it. */
  readonly language?: string | undefined;
  /**
   * The extensions and profiles that apply, which add members to error objects, and the result of negotiation: the media type and
   * the `jsonapi` member match it.
   */
  readonly applied?: NegotiatedHooks | undefined;
  /** The top-level links of the document. */
  readonly links?: TopLevelLinks | undefined;
}

/** Returns a function that reports failures of hooks, which no response names. */
export function reportOf(answering: ErrorAnswering): (failure: unknown) => void {
  return (failure) => reportFailure(answering, failure, crypto.randomUUID());
}

/** The time that `localize` has for all errors of a response, in milliseconds. */
const LOCALIZE_TIME = 1000;

/** Waits for the messages of errors. Keeps the original messages if they take too long. */
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

/**
 * Adds the ids, links, and strings of the hooks to errors.
 *
 * @param isAsync Whether the response can wait for strings.
 */
export function completeErrors(
  errors: readonly ErrorObject[],
  request: JsonApiRequest,
  answering: ErrorAnswering,
  isAsync: boolean,
): Awaitable<readonly ErrorObject[]> {
  const { hooks, language } = answering;
  if (hooks === undefined) return errors;
  const onFailure = reportOf(answering);
  const options = { request: factsOf(request), language, onFailure };
  if (!isAsync || hooks.localize === undefined) return describeErrors(errors, hooks, options);
  return localized(describeErrorsAsync(errors, hooks, options), errors, onFailure);
}
