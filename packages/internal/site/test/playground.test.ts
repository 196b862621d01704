import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { playgroundExamples } from '../generator/playground-examples.ts';
import { formatFragment, parseFragment } from '../page/playground/model/fragment.ts';
import { views } from '../page/playground/model/question.ts';
import { answerQuestion } from '../page/playground/worker/answer-question.ts';

const declaration = `defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
})`;
const inputs = { declaration, records: '{"articles":[{"id":1,"title":"A"}]}', target: '/articles' };
const ask = (changes: object = {}) => answerQuestion({ ...inputs, view: 'document', ...changes });

describe('the examples', () => {
  test('are eleven', () => expect(playgroundExamples()).toHaveLength(11));

  test.each(playgroundExamples())('$title: the server responds with resources', async (example) => {
    const {
      status,
      text = '',
      failure,
      mistake,
      recordsMistake,
    } = await answerQuestion({ ...example, view: 'document' });
    expect([mistake, recordsMistake, failure]).toEqual([undefined, undefined, undefined]);
    expect([status, text]).toEqual([200, expect.any(String)]);
    expect(JSON.parse(text).data.length).toBeGreaterThan(0);
    expect(example.declaration.length + example.records.length).toBeLessThan(4_000);
  });
});

describe('the document', () => {
  test('is that of the server', async () => {
    const { status, text = '', description } = await ask();
    expect(status).toBe(200);
    expect(JSON.parse(text).data).toMatchObject([{ type: 'articles', id: '1', attributes: { title: 'A' } }]);
    expect(Object.keys(description?.types ?? {})).toEqual(['articles', 'people']);
  });

  test.each([
    ['/articles?include=autor', 400],
    ['/nothing', 404],
    ['articles/1', 200],
    ['', 404],
    ['/%', 400],
    ['//x', 404],
    [`/articles?${'a'.repeat(10_000)}`, 414],
  ])('of %s has the status of the server', async (target, expected) => {
    const { status, text = '' } = await ask({ target });
    expect(status, text).toBe(expected);
  });
});

describe('the records', () => {
  test.each([
    ['', undefined, undefined],
    ['{', /must be JSON/, ''],
    ['[]', /must be an object/, ''],
    ['null', /must be an object/, ''],
    ['{"articles":1}', /"articles" must be an array/, ''],
    ['{"articles":[{"id":"1","title":1}]}', /title` must match its schema/, '/articles/0/title'],
    ['{"articles":[{"id":"1","titel":"a"}]}', /Did you mean "title"/, '/articles/0/titel'],
    ['{"articles":[{"id":"1","title":"a"},{"id":"1","title":"b"}]}', /ids must be unique/, '/articles/1'],
    ['{"articles":[{"title":"a"}]}', /id/, '/articles'],
    ['{"x/~":[]}', /x\/~/, '/x~1~0'],
    ['{"articles":[1]}', /must be an object/, '/articles'],
    ['{"__proto__":[{"id":1}]}', /__proto__/, undefined],
  ])('%s', async (records, message, pointer) => {
    const { recordsMistake, status, description } = await ask({ records });
    expect(description).toBeDefined();
    if (message === undefined) expect([recordsMistake, status]).toEqual([undefined, 200]);
    else expect(recordsMistake?.message).toMatch(message);
    if (pointer !== undefined) expect(recordsMistake?.pointer).toBe(pointer);
  });

  test('that are not JSON have a place, and an unknown field is marked at its name', async () => {
    const broken = await ask({ records: '{\n  "articles": [}' });
    expect(broken.recordsMistake?.location).toEqual({ offset: 17, line: 2, column: 16 });
    const unknown = await ask({ records: '{"articles":[{"id":"1","titel":"a"}]}' });
    expect(unknown.recordsMistake).toMatchObject({ pointer: '/articles/0/titel', isName: true });
    const wrong = await ask({ records: '{"articles":[{"id":"1","title":1}]}' });
    expect(wrong.recordsMistake).toMatchObject({ pointer: '/articles/0/title', isName: false });
  });
});

describe('the other results', () => {
  test('are those of the type of the request', async () => {
    const types = await ask({ view: 'types', target: '/articles/1/author' });
    expect(types).toMatchObject({ type: 'people', note: 'The part of "people", the type of the request' });
    expect((await ask({ view: 'types', target: '/?' })).type).toBe('articles');
  });

  test('do not need records', async () => {
    const { text, recordsMistake } = await ask({ view: 'openapi', records: '{' });
    expect([text !== undefined, recordsMistake]).toEqual([true, undefined]);
  });

  test.each(playgroundExamples())(
    'OpenAPI of $title: the paths of the type, and all that they reference',
    async (example) => {
      const { text = '{}' } = await answerQuestion({ ...example, view: 'openapi' });
      const part = JSON.parse(text);
      expect(part.openapi).toMatch(/^3\.1/);
      expect(Object.keys(part.paths).length).toBeGreaterThan(1);
      const references = [...text.matchAll(/"#\/components\/([^"]+)"/g)].map(([, path = '']) => path.split('/'));
      expect(references.length).toBeGreaterThan(5);
      for (const [section = '', name = ''] of references) expect(part.components[section]).toHaveProperty([name]);
    },
  );
});

test('a mistake in the declaration is the answer', async () => {
  expect(await ask({ declaration: 'defineApi({' })).toEqual({ mistake: expect.objectContaining({ from: 11 }) });
});

describe('the state in the fragment', () => {
  test('is the same after a round trip, for any text', async () => {
    const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((it) => String.fromCharCode(...it));
    const state = fc.record({
      declaration: anyText,
      records: anyText,
      target: anyText,
      view: fc.constantFrom(...views),
    });
    await fc.assert(
      fc.asyncProperty(state, async (given) => {
        const fragment = await formatFragment(given);
        expect(fragment).toMatch(/^#1\.[\w-]+$/);
        expect(await parseFragment(fragment)).toEqual(given);
      }),
    );
  });

  test('is broken in each part of a link', async () => {
    const whole = await formatFragment({ ...inputs, view: 'document' });
    for (let length = 3; length < whole.length; length++)
      expect(await parseFragment(whole.slice(0, length)), `${length} characters`).toBe('broken');
  });

  test('does not exist if the text is too long for a link', async () => {
    expect(await formatFragment({ ...inputs, records: ' '.repeat(200_001), view: 'document' })).toBe('');
  });
});
