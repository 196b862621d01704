import { expect, test } from 'vitest';
import { adviceOf, withCredentials } from '../page/state/credentials.ts';

test.each([
  ['Authorization', 'Basic user:password', 'Basic dXNlcjpwYXNzd29yZA=='],
  ['authorization ', ' basic  a:b:c ', 'Basic YTpiOmM='],
  ['Authorization', 'Basic dXNlcjpwYXNzd29yZA==', 'Basic dXNlcjpwYXNzd29yZA=='],
  ['Authorization', 'Basic user', 'Basic user'],
  ['Authorization', 'Bearer a:b', 'Bearer a:b'],
  ['X-Other', 'Basic a:b', 'Basic a:b'],
  ['Authorization', `Basic ${' '.repeat(100_000)}`, `Basic ${' '.repeat(100_000)}`],
])('%s: %s', (name, value, expected) => {
  expect(withCredentials({ name, value }).value).toBe(expected);
});

test.each([
  ['Basic realm="x"', 'Write the field Authorization as “Basic user:password”. The page encodes it.'],
  ['Bearer', 'Write the field Authorization, which begins with “Bearer ”.'],
  ['"<script>', 'Write the field Authorization.'],
  [undefined, 'Write the field Authorization.'],
])('%s', (challenge, advice) => {
  expect(adviceOf(challenge)).toBe(advice);
});
