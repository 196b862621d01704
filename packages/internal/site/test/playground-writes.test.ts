/** Requests that write, and callers. */
import { describe, expect, test } from 'vitest';
import { firstExample, playgroundExamples } from '../generator/playground-examples.ts';
import { formatFragment, parseFragment } from '../page/playground/model/fragment.ts';
import { answerQuestion } from '../page/playground/worker/answer-question.ts';

const example = firstExample();
const rules = playgroundExamples().find(({ declaration }) => declaration.includes('callers'));
const bodyOf = (data: object): string => JSON.stringify({ data });

describe('requests that write', () => {
  test.each([
    ['POST', '/articles', bodyOf({ type: 'articles', attributes: { title: 'New' } }), 201],
    ['POST', '/articles', bodyOf({ type: 'articles', attributes: { title: '' } }), 422],
    ['PATCH', '/articles/1', bodyOf({ type: 'articles', id: '1', attributes: { title: 'Other' } }), 200],
    ['DELETE', '/articles/1', '', 204],
    ['POST', '/articles', '{', 400],
  ] as const)('%s %s %s has the status %i', async (method, target, body, status) => {
    expect(await answerQuestion({ ...example, method, target, body, view: 'document' })).toMatchObject({ status });
    // The records are those of the text again.
    expect(await answerQuestion({ ...example, view: 'document' })).toMatchObject({ status: 200 });
  });

  test('a link contains the method, the document, and the caller', async () => {
    const state = { ...example, view: 'document', method: 'POST', body: '{}', caller: 'guest' } as const;
    const { title: _, ...expected } = state;
    expect(await parseFragment(await formatFragment(state))).toEqual(expected);
  });
});

describe('callers', () => {
  const ask = async (changes: object) => {
    const { text = '', ...answer } = await answerQuestion({ ...(rules ?? example), view: 'document', ...changes });
    return { ...answer, document: text === '' ? undefined : JSON.parse(text) };
  };

  test('each caller sees what its rules allow', async () => {
    const guest = await ask({ caller: 'guest' });
    expect(guest.callers).toEqual(['guest', 'editor']);
    expect(guest.document.data).toHaveLength(1);
    expect(guest.document.data[0].attributes).toEqual({ title: 'Published' });
    expect((await ask({ caller: 'editor' })).document.data).toHaveLength(2);
    // The first one, if a link names none.
    expect((await ask({ caller: 'nobody' })).document.data).toHaveLength(1);
  });

  test('a rule can be a function of its facts', async () => {
    const line =
      '\nconst callers = { me: { articles: { read: true, update: ({ record }) => record.title === "Hello" } } };';
    const declaration = example.declaration + line;
    const change = {
      method: 'PATCH',
      target: '/articles/1',
      body: bodyOf({ type: 'articles', id: '1' }),
      view: 'document',
    } as const;
    const records = (title: string) => JSON.stringify({ articles: [{ id: '1', title }] });
    const statuses = ['Hello', 'Other'].map(
      async (title) => (await answerQuestion({ ...example, ...change, declaration, records: records(title) })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 403]);
  });

  test('what has no rule is denied', async () => {
    expect(await ask({ caller: 'guest', method: 'DELETE', target: '/articles/1' })).toMatchObject({ status: 403 });
    expect(await ask({ caller: 'editor', method: 'DELETE', target: '/articles/1' })).toMatchObject({ status: 204 });
  });

  test.each([
    ['const callers = 1;', /must be an object/],
    ['const callers = { a: { articles: { reed: true } } };', /has the rule "reed"/],
    ['const callers = { a: 1 };', /callers\.a/],
  ])('%s is a mistake', async (line, message) => {
    const { failure } = await answerQuestion({ ...example, declaration: example.declaration + line, view: 'document' });
    expect(failure).toMatch(message);
  });
});
