import { expect, test } from 'vitest';
import { startPage } from '../src/start-page.ts';

/** The `Accept` of browsers. */
const browser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const at = (path: string, method = 'GET', headers: Record<string, string> = browser): Response | undefined =>
  startPage(new Request(`http://localhost${path}`, { method, headers }));

test('the root is the explorer, with the requests worth trying', async () => {
  const response = at('/?from=somewhere');
  expect(response?.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  const html = (await response?.text()) ?? '';
  const [, options = ''] = /data-options="([^"]*)"/.exec(html) ?? [];
  const { api, title, examples } = JSON.parse(options.replaceAll('&quot;', '"'));
  expect([api, title]).toEqual(['', 'Atlas']);
  expect(examples).toHaveLength(7);
  expect(at(/src="([^"]+)"/.exec(html)?.[1] ?? '')?.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
});

test('every other URL and method belongs to the API, and the root as well for its clients', () => {
  expect([at('/countries'), at('//'), at('/', 'POST'), at('/', 'DELETE')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(at('/', 'GET', { Accept: 'application/vnd.api+json' })).toBeUndefined();
  expect(at('/', 'GET', { Accept: '*/*' })).toBeUndefined();
});
