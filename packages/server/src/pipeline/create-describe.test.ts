import { expect, test } from 'vitest';
import { blog, blogSources } from '../../test/blog.ts';
import { createServer } from './create-server.ts';

test.each([
  [{}, true],
  [{ requestTime: 0 }, true],
  [{ sourceTime: 0 }, true],
  [{ requestTime: 0, sourceTime: 0 }, false],
])(
  'with the limits %j, 504 among the statuses is %j: a request without a time limit cannot exceed it',
  async (limits, expected) => {
    const { types } = await createServer(blog, blogSources(), { limits }).describe();
    const statuses = types['articles']?.endpoints.map((it) => it.statuses.includes(504));
    expect(new Set(statuses)).toEqual(new Set([expected]));
  },
);
