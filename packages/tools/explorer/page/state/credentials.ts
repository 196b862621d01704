import type { Header } from './send.ts';

/** Whether a header contains the credentials of the user. */
export function isAuthorization({ name }: Header): boolean {
  return name.trim().toLowerCase() === 'authorization';
}

/**
 * Returns a header with credentials as RFC 7617 encodes them. The user can write `Basic user:password`: the encoded form never
 * contains a colon, so a value with one is not encoded yet.
 */
export function withCredentials(field: Header): Header {
  const [, plain] = /^\s*Basic\s+(\S.*)$/i.exec(field.value) ?? [];
  if (!isAuthorization(field) || plain?.includes(':') !== true) return field;
  const bytes = Array.from(new TextEncoder().encode(plain.trimEnd()), (byte) => String.fromCharCode(byte));
  return { ...field, value: `Basic ${btoa(bytes.join(''))}` };
}

/** Returns how to write the credentials that a response with status 401 asks for. The first scheme of `WWW-Authenticate` counts. */
export function adviceOf(challenge: string | undefined): string {
  const [scheme = ''] = /^[\w-]{1,40}/.exec(challenge ?? '') ?? [];
  if (/^basic$/i.test(scheme)) return 'Write the field Authorization as “Basic user:password”. The page encodes it.';
  return `Write the field Authorization${scheme === '' ? '' : `, which begins with “${scheme} ”`}.`;
}
