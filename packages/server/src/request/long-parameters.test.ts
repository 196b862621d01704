import { expect, test } from 'vitest';
import { blogServer } from '../../test/support.ts';

const long = 'x'.repeat(7_000);

test.each([
  `/articles?${long}`,
  `/articles?filter[${long}]=1`,
  `/articles?fields[${long}]=title`,
  `/articles?page[${long}]=1`,
  `/articles?namespace:${long}=1`,
  `/articles?${long.slice(4_000)}=1&${long.slice(4_000)}=2`,
  `/articles?${Array.from({ length: 100 }, (_, index) => `a${index}=1`).join('&')}&${long.slice(3_000)}`,
  `/articles?${Array.from({ length: 20 }, (_, index) => `${'y'.repeat(300)}${index}=1`).join('&')}`,
  `/articles/1?sort[${long}]=1`,
  `/articles/1?page[${long}]=1`,
  `/articles/1/relationships/author?filter[${long}]=1`,
])('errors repeat at most 100 characters of the name of a parameter, case %#', async (url) => {
  const { status, body = '' } = await blogServer().server.handle({ method: 'GET', url, headers: {} });
  expect(status).toBe(400);
  const { errors } = JSON.parse(body) as { errors: { detail: string; source: { parameter: string } }[] };
  for (const error of errors) {
    expect(JSON.stringify(error).length).toBeLessThan(1_000);
    expect(error.source.parameter.length).toBeLessThanOrEqual(100);
    expect(error.source.parameter).toMatch(/…$/);
  }
});
