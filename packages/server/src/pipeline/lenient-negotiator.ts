import { JsonApiError } from '@linkage/core';
import type { Negotiator } from '@linkage/core/internal';

/** Splits the parameters of a media type at semicolons outside of quotation marks. */
function splitParameters(text: string): readonly string[] {
  const parts: string[] = [];
  let isQuoted = false;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === ';' && !isQuoted) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** Removes `charset=utf-8`, which JSON:API does not allow. Another charset stays, and is rejected. */
function withoutCharset(contentType: string): string {
  const [type = '', ...parameters] = splitParameters(contentType);
  return [type, ...parameters.filter((text) => !/^\s*charset\s*=\s*"?utf-8"?\s*$/i.test(text))].join(';');
}

/** Whether `Accept` lists a media type that clients send without expecting it, other than with the weight 0. */
function isTolerable(accept: string): boolean {
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';');
    if (!/^\s*(?:application\/json|text\/html)\s*$/i.test(type)) return false;
    return !parameters.some((text) => /^\s*q\s*=\s*0(?:\.0{0,3})?\s*$/i.test(text));
  });
}

/**
 * Returns a negotiator that also accepts a charset in `Content-Type`, and `application/json` and `text/html` in `Accept`.
 * The response has the JSON:API media type.
 */
export function lenientNegotiator(negotiate: Negotiator): Negotiator {
  return (accept, given, body) => {
    const contentType = given?.includes('=') === true ? withoutCharset(given) : given;
    try {
      return negotiate(accept, contentType, body);
    } catch (thrown) {
      if (!JsonApiError.is(thrown) || thrown.status !== 406 || accept === undefined || !isTolerable(accept))
        throw thrown;
      return negotiate(undefined, contentType, body);
    }
  };
}
