import type { ErrorHooks, ErrorObject, RequestFacts } from '@linkage/core';
import { headerOf } from '@linkage/core/internal';
import type { JsonApiRequest } from '../../http.ts';

/** The functions of the option `errors`. */
export interface ServerErrorHooks<Context = unknown> extends ErrorHooks {
  /**
   * Returns the language of the messages of errors, such as `de-AT`, for example with `negotiateLanguage`. `localize` receives it, and
   * the response contains it as `Content-Language` if its strings are in this language. `context` is the result of `context(request)`;
   * undefined if the request failed before. If it returns undefined or fails, the strings stay English.
   */
  readonly language?: ((request: RequestFacts, context: Context | undefined) => string | undefined) | undefined;
}

/** The maximum length of an `Accept-Language` that a hook receives, in characters. */
const MAX_LANGUAGES = 1000;
/** Matches a language tag (RFC 5646). */
const TAG = /^[a-z]{1,8}(?:-[a-z0-9]{1,8}){0,8}$/i;

function languagesOf(request: JsonApiRequest): string | undefined {
  const languages = headerOf(request, 'accept-language');
  return languages === undefined || languages.length > MAX_LANGUAGES ? undefined : languages;
}

/** Returns what hooks receive about a request. */
export function factsOf(request: JsonApiRequest): RequestFacts {
  const { method, url, framework } = request;
  return { method, url, acceptLanguage: languagesOf(request), framework };
}

/** Calls the function `language`. Undefined if it fails, or returns a value that is not the tag of a language. */
export function languageOf(
  language: ServerErrorHooks['language'],
  request: JsonApiRequest,
  context: unknown,
  onFailure: (failure: unknown) => void,
): string | undefined {
  try {
    const tag: unknown = language?.(factsOf(request), context);
    if (tag === undefined || (typeof tag === 'string' && TAG.test(tag))) return tag;
    throw new TypeError('errors.language must return the tag of a language, such as "de-AT", or undefined.');
  } catch (failure) {
    onFailure(failure);
    return undefined;
  }
}

/**
 * Returns the header `Content-Language` of a response with errors. The strings of this library are English, so another language is
 * only declared if `localize` replaced a string.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.5
 */
export function contentLanguage(
  completed: readonly ErrorObject[],
  original: readonly ErrorObject[],
  language: string | undefined,
): { readonly 'Content-Language'?: string } {
  if (language === undefined) return {};
  const isLocalized = completed.some(
    ({ title, detail }, at) => title !== original[at]?.title || detail !== original[at]?.detail,
  );
  return isLocalized || /^en(?:-|$)/i.test(language) ? { 'Content-Language': language } : {};
}
