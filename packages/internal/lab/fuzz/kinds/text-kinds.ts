import {
  defineExtension,
  defineProfile,
  formatQuery,
  isMemberName,
  negotiate,
  parseQuery,
  readResponseContentType,
} from '@linkage/core';
import fc from 'fast-check';
import { oddNames } from '../../../bench/src/hostile/odd.ts';
import { blog } from '../blog.ts';
import { wrongError } from '../engine-error.ts';
import type { InputKind } from '../input-kind.ts';
import { changedStrings, mutatedQueries } from '../mutate-url.ts';
import { blogParts } from './blog-parts.ts';

const types = ['articles', 'people', 'comments'] as const;

/** Writes a query and reads it again: it must not change. */
function query(text: string, index: number): string | undefined {
  const type = types[index % types.length] ?? 'articles';
  let read: ReturnType<typeof parseQuery>;
  try {
    read = parseQuery(blog, type, text) as never;
  } catch (error) {
    return wrongError(error);
  }
  try {
    const again = parseQuery(blog, type, formatQuery(blog, type, read as never), {
      limits: { filterValueLength: 9000 },
    });
    return JSON.stringify(again) === JSON.stringify(read) ? undefined : `read again: ${JSON.stringify(again)}`;
  } catch (error) {
    return `written, it cannot be read: ${String(error)} ${JSON.stringify((error as { errors?: unknown }).errors)}`;
  }
}

const support = {
  extensions: [defineExtension({ uri: 'urn:example:e', namespace: 'e' })],
  profiles: [defineProfile({ uri: 'urn:example:p' })],
};
const media = 'application/vnd.api+json';
const fields = [
  ...[media, `${media}; ext="urn:example:e"`, `${media};profile="urn:example:p urn:x"`, `${media};q=0.5, */*;q=0.1`],
  ...['*/*', 'application/*', 'text/html, application/json;q=0.9', `${media};ext="urn:x"`, `${media};charset=utf-8`],
  ...[
    `${media};EXT="urn:example:e"`,
    `${media} ; ext = "a"`,
    `${media};profile="\\"\\\\"`,
    `${media};q=0`,
    `${media};a=b;q=1.0;c`,
  ],
];

function header(name: number, text: string): string | undefined {
  try {
    if (name === 0) negotiate({ accept: text }, support);
    else if (name === 1) negotiate({ contentType: text }, support);
    else if (name === 2) negotiate({ accept: text.split(',') as never, contentType: media }, support);
    else readResponseContentType(text);
    return undefined;
  } catch (error) {
    return wrongError(error);
  }
}

/** Query strings, headers of negotiation, and member names. */
export const textKinds: readonly InputKind[] = [
  {
    name: 'query',
    inputs: fc.tuple(mutatedQueries(blogParts), fc.nat(2)),
    open: () => ({ run: ([text, index]: [string, number]) => query(text, index) }),
  },
  {
    name: 'header',
    inputs: fc.tuple(
      fc.nat(3),
      changedStrings(fc.array(fc.constantFrom(...fields), { minLength: 1, maxLength: 3 }).map((all) => all.join(','))),
    ),
    open: () => ({ run: ([name, text]: [number, string]) => header(name, text) }),
  },
  {
    name: 'member-name',
    inputs: changedStrings(fc.constantFrom(...oddNames)),
    open: () => ({ run: (text: string) => (typeof isMemberName(text) === 'boolean' ? undefined : 'not a boolean') }),
  },
];
