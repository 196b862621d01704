import { runInNewContext } from 'node:vm';
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

/** An element as far as the script of the page needs one. */
interface Element {
  textContent: string;
  children: (Element | string)[];
  onclick?: (event: { preventDefault(): void }) => void;
  disabled?: boolean;
  value?: string;
}

function createElement(): Element & Record<string, unknown> {
  const element = {
    textContent: '',
    children: [] as (Element | string)[],
    append: (...given: Element[]) => void element.children.push(...given),
    replaceChildren(...given: Element[]) {
      element.children = given;
    },
  };
  return element;
}

/** Runs the script of the page with answers by path, and returns the buttons for pages and the paths that were asked for. */
async function runPage(answers: Readonly<Record<string, object>>, first: string) {
  const html = (await at('/')?.text()) ?? '';
  const [, data = ''] = /<script type="application\/json" id="data">(.*)<\/script>/.exec(html) ?? [];
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
  const elements = new Map([['data', { ...createElement(), textContent: data }]]);
  const elementOf = (id: string) => elements.get(id) ?? elements.set(id, createElement()).get(id);
  const asked: string[] = [];
  const fetch = async (path: string) => {
    asked.push(path);
    const text = JSON.stringify(answers[path] ?? answers[first]);
    return { status: 200, statusText: 'OK', headers: new Map(), text: async () => text };
  };
  runInNewContext(script, { document: { getElementById: elementOf, createElement }, fetch, performance, JSON });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
  await settle();
  const buttons = () => (elementOf('pages') as Element).children as Element[];
  const press = async (name: string) => {
    buttons()
      .find(({ textContent }) => textContent === name)
      ?.onclick?.({ preventDefault() {} });
    await settle();
  };
  return {
    asked,
    press,
    names: () => buttons().map(({ textContent, disabled }) => `${textContent}${disabled ? ' -' : ''}`),
  };
}

test('the page walks forwards and backwards by the links of documents', async () => {
  const answers = {
    '/1': { links: { first: '/1', last: '/2', prev: null, next: { href: '/2', type: 'x' } } },
    '/2': { links: { first: '/1', last: '/2', prev: '/1', next: null } },
    '/3': { data: null },
  };
  const { asked, press, names } = await runPage(answers, '/1');
  expect(names()).toEqual(['first', 'prev -', 'next', 'last']);
  await press('next');
  expect([asked.at(-1), names()]).toEqual(['/2', ['first', 'prev', 'next -', 'last']]);
  await press('prev');
  expect(asked.at(-1)).toBe('/1');
  expect((await runPage(answers, '/3')).names()).toEqual([]);
});
