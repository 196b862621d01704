import { expect, test } from 'vitest';
import { startPage } from '../src/start-page.ts';

const at = (path: string, method = 'GET'): Response | undefined =>
  startPage(new Request(`http://localhost${path}`, { method }));

test('the root is a page for people, filled with the requests worth trying', async () => {
  const response = at('/?from=somewhere');
  expect(response?.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  const html = (await response?.text()) ?? '';
  const [, data = ''] = /<script type="application\/json" id="data">(.*)<\/script>/.exec(html) ?? [];
  const { types, examples } = JSON.parse(data);
  expect(types).toContainEqual({ title: 'cities', path: '/cities' });
  expect(examples).toHaveLength(7);
});

test('every other URL and method belongs to the API', () => {
  expect([at('/countries'), at('//'), at('/', 'POST'), at('/', 'DELETE')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
