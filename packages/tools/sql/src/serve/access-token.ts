import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A secret that each request must contain, so that other users and programs of this machine cannot read the database. */
export interface AccessToken {
  /** Whether a request contains the token: in a cookie, or as `Authorization: Bearer`. */
  readonly isIn: (headers: IncomingHttpHeaders) => boolean;
  /** Whether a string is the token. */
  readonly isEqual: (text: string | null) => boolean;
  /** The header that keeps the token in the browser until it is closed. */
  readonly cookie: (port: number) => string;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Creates the checks of a token. */
export function createAccessToken(token: string): AccessToken {
  const expected = digest(token);
  const isEqual = (text: string | null): boolean => text !== null && timingSafeEqual(digest(text), expected);
  return {
    isEqual,
    isIn({ authorization = '', cookie = '' }) {
      if (/^Bearer /i.test(authorization)) return isEqual(authorization.slice(7));
      // Cookies of all ports of a host are sent together.
      const own = cookie.split('; ').filter((it) => it.startsWith('linkage-sql-'));
      return own.some((it) => isEqual(it.slice(it.indexOf('=') + 1)));
    },
    cookie: (port) => `linkage-sql-${port}=${token}; Path=/; HttpOnly; SameSite=Strict`,
  };
}
