import { describe, expect, test } from 'vitest';
import { errorObject } from './create-error-object.ts';
import { describeErrors, describeErrorsAsync, type ErrorHooks } from './describe-errors.ts';

const missing = errorObject('NOT_FOUND', 'Article 7 does not exist.');
const conflict = errorObject('ID_CONFLICT', 'Not that one.', { source: { pointer: '/data/id' } });
const boom = (): never => {
  throw new Error('hook');
};

test('without hooks, errors stay what they are', () => {
  expect(describeErrors([missing, conflict], {})).toEqual([missing, conflict]);
  expect(describeErrors([], {})).toEqual([]);
});

test('ERR-07 an id for each occurrence', () => {
  let count = 0;
  const described = describeErrors([missing, missing], { id: () => `trace-${++count}` });
  expect(described.map(({ id }) => id)).toEqual(['trace-1', 'trace-2']);
});

test('ERR-05 an id that another error has is left out, one that was there stays', () => {
  const hooks: ErrorHooks = { id: () => 'same' };
  expect(describeErrors([missing, conflict], hooks).map(({ id }) => id)).toEqual(['same', undefined]);
  expect(describeErrors([missing, { id: 'same' }], hooks).map(({ id }) => id)).toEqual([undefined, 'same']);
  expect(describeErrors([{ id: 'mine' }], hooks).map(({ id }) => id)).toEqual(['mine']);
});

test('ERR-08 links about the occurrence and the kind of error', () => {
  const hooks: ErrorHooks = {
    about: ({ source }, { url }) => `/log${url}#${source?.pointer ?? ''}`,
    type: ({ code }) => `https://example.com/errors/${code}`,
  };
  const [described] = describeErrors([conflict], hooks, { request: { url: '/articles/1' } });
  expect(described?.links).toEqual({
    about: '/log/articles/1#/data/id',
    type: 'https://example.com/errors/ID_CONFLICT',
  });
  expect(Object.isFrozen(described) && Object.isFrozen(described?.links)).toBe(true);
});

test('links that were there stay', () => {
  const links = { type: ['https://example.com/profile'], extra: '/x' };
  const [described] = describeErrors([{ ...missing, links }], { about: () => '/about', type: () => '/type' });
  expect(described?.links).toEqual({ ...links, about: '/about' });
});

test('a type link that was there stays, if the error has no other', () => {
  const links = { type: '/mine' };
  const [described] = describeErrors([{ ...missing, links }], { type: () => '/type' });
  expect(described?.links).toStrictEqual(links);
  const [both] = describeErrors([{ ...missing, links }], { about: () => '/about', type: () => '/type' });
  expect(both?.links).toStrictEqual({ ...links, about: '/about' });
});

test('ERR-12 title and detail in the language of the reader', () => {
  const german: Readonly<Record<string, string>> = { NOT_FOUND: 'Nicht gefunden' };
  const hooks: ErrorHooks = {
    localize: ({ code = '' }, { acceptLanguage }) => (acceptLanguage === 'de' ? { title: german[code] } : undefined),
  };
  const titles = (acceptLanguage: string): unknown =>
    describeErrors([missing, conflict], hooks, { request: { acceptLanguage } }).map(({ title }) => title);
  expect(titles('de')).toEqual(['Nicht gefunden', conflict.title]);
  expect(titles('fr')).toEqual([missing.title, conflict.title]);
  const [described] = describeErrors([missing], { localize: () => ({ title: 'T', detail: 'D' }) });
  expect(described).toEqual({ ...missing, title: 'T', detail: 'D' });
});

describe('a hook cannot break an answer', () => {
  const wrong: readonly (readonly [string, () => unknown])[] = [
    ['that throws', boom],
    ['that gives nothing', () => undefined],
    ['that gives null', () => null],
    ['that gives a number', () => 7],
    ['that gives an empty text', () => ''],
    ['that gives a bigint', () => 7n],
    ['that answers later', async () => 'later'],
    ['that gives an object', () => ({ title: 7, detail: null })],
    [
      'whose answer throws',
      () => ({
        get title() {
          return boom();
        },
      }),
    ],
  ];
  test.each(wrong)('one %s leaves the error as it is', (_, hook) => {
    const hooks = { id: hook, about: hook, type: hook, localize: hook } as ErrorHooks;
    expect(describeErrors([missing], hooks)).toEqual([missing]);
  });

  test('a link that is not a URI reference is left out', () => {
    expect(describeErrors([missing], { about: () => 'a b', type: () => '\ud800' })).toEqual([missing]);
    expect(describeErrors([missing], { about: () => 'a b', type: () => '/x' })[0]?.links).toEqual({ type: '/x' });
  });

  test('what it throws is heard of, and the other hooks are asked', () => {
    const heard: unknown[] = [];
    const hooks: ErrorHooks = { id: boom, about: boom, type: () => '/type', localize: boom };
    const [described] = describeErrors([missing], hooks, { onFailure: (failure) => heard.push(failure) });
    expect(heard).toHaveLength(3);
    expect(described).toEqual({ ...missing, links: { type: '/type' } });
  });

  test.each([
    ['throws', boom],
    ['rejects', async () => boom()],
  ])('nor can an onFailure that %s', async (_, onFailure) => {
    expect(describeErrors([missing], { id: boom, type: () => '/type' }, { onFailure })).toEqual([
      { ...missing, links: { type: '/type' } },
    ]);
    // An unhandled rejection is reported after this turn and fails the run.
    await new Promise((resolve) => setTimeout(resolve));
  });

  test('one that rejects is heard of', async () => {
    const heard: unknown[] = [];
    const hook = (async () => boom()) as never;
    const hooks: ErrorHooks = { id: hook, about: hook, type: hook, localize: hook };
    expect(describeErrors([missing], hooks, { onFailure: (failure) => heard.push(failure) })).toEqual([missing]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(heard).toHaveLength(4);
  });
});

test('describeErrorsAsync waits for messages, keeps those of a hook that rejects, and reports it', async () => {
  const heard: unknown[] = [];
  const hooks: ErrorHooks = {
    type: () => '/type',
    localize: async ({ code }, _, { language }) =>
      code === 'NOT_FOUND' ? { detail: `Messages: ${language}` } : boom(),
  };
  const options = { language: 'de', onFailure: (it: unknown) => heard.push(it) };
  const described = await describeErrorsAsync([missing, conflict], hooks, options);
  expect(described.map(({ detail }) => detail)).toEqual(['Messages: de', 'Not that one.']);
  expect(described.map(({ links }) => links?.type)).toEqual(['/type', '/type']);
  expect(heard).toHaveLength(1);
});
