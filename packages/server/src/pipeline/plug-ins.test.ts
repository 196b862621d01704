import { defineExtension, defineProfile } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { blog } from '../../test/blog.ts';
import { withRest } from '../../test/with-rest.ts';
import { createServer } from './create-server.ts';
import type { ServerOptions } from './server-options.ts';

const one = defineExtension({ uri: 'https://example.com/one', namespace: 'one' });
const sameUri = defineExtension({ uri: one.uri, namespace: 'other' });
const profile = (name: string) => defineProfile({ uri: `https://example.com/${name}`, parameters: ['dryRun'] });

test.each<[string, ServerOptions]>([
  [
    'extensions must be distinct, but two are "https://example.com/one"',
    { extensions: [{ extension: one }, { extension: sameUri }] },
  ],
  ['profiles must be distinct, but two are "https://example.com/a"', { profiles: [profile('a'), profile('a')] }],
  [
    'query parameters of profiles must be distinct, but two are "dryRun"',
    { profiles: ['a', 'b'].map((name) => ({ profile: profile(name), parameters: { dryRun: z.boolean() } })) },
  ],
] as never)('createServer: the %s', (message, options) => {
  expect(() => createServer(blog, withRest(blog, {}), options as never)).toThrow(`createServer: the ${message}`);
});

test('different extensions and profiles can have the same namespace of application names', () => {
  const profiles = ['a', 'b'].map((name) => ({ profile: profile(name), parameters: { [`${name}Run`]: z.boolean() } }));
  expect(() => createServer(blog, withRest(blog, {}), { profiles } as never)).not.toThrow();
});
