import { expect, test } from 'vitest';
import { createHost } from '../src/create-host.ts';
import { sharedMachineLimits } from '../src/limits.ts';
import { readSettings } from '../src/settings.ts';

test.each([
  [undefined, sharedMachineLimits],
  ['', { concurrency: 16, queue: 16, loopDelay: 20 }],
  ['none', {}],
  ['4,8,20', { concurrency: 4, queue: 8, loopDelay: 20 }],
  ['4,0,0', { concurrency: 4, queue: 0, loopDelay: 0 }],
])('ATLAS_LIMITS=%s', (text, limits) => {
  expect(readSettings({ ATLAS_LIMITS: text }).limits).toEqual(limits);
});

test.each(['no', '4', '4,8', '0,8,20', '4,8,-1', '4,8,20,1', '4, 8, 20'])('ATLAS_LIMITS=%s is an error', (text) => {
  expect(() => readSettings({ ATLAS_LIMITS: text })).toThrow(
    `ATLAS_LIMITS must be none, or three numbers such as 16,16,6, but it is "${text}"`,
  );
});

test.each(['abc', '-1', '65536', '3000 ', '1e3'])('PORT=%s is an error', (port) => {
  expect(() => readSettings({ PORT: port })).toThrow(`PORT must be a number from 0 to 65535, but it is "${port}"`);
});

test('the host limits slow clients, idle connections, and the number of connections', () => {
  const host = createHost(async () => new Response());
  expect(host).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    maxConnections: 1000,
  });
});
