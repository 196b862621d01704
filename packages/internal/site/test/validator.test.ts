import { validateDocument } from '@linkage/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examples } from '../generator/examples.ts';
import { parseFragment as parsePlayground } from '../page/playground/model/fragment.ts';
import { readDeclaration } from '../page/playground/worker/run-declaration.ts';
import { createValidator, type WorkerLike } from '../page/validator/bounded-validator.ts';
import { checkDeclared } from '../page/validator/check-declared.ts';
import { checkText } from '../page/validator/check-text.ts';
import { type Choices, defaultChoices, methods, readChoices, roleOf } from '../page/validator/choices.ts';
import { createEchoes } from '../page/validator/echoes.ts';
import { formatFragment, parseFragment } from '../page/validator/fragment.ts';
import { formatJson, repeatedMembers } from '../page/validator/json-text.ts';
import { shortPointer } from '../page/validator/short-pointer.ts';
import { exampleDeclaration } from '../page/validator/start.ts';

const choices: fc.Arbitrary<Choices> = fc.record({
  message: fc.constantFrom('response' as const, 'request' as const),
  method: fc.constantFrom(...methods),
  isRelationship: fc.boolean(),
  isAtomic: fc.boolean(),
  isCursor: fc.boolean(),
  isSparse: fc.boolean(),
  isStrict: fc.boolean(),
});

describe('the state in the fragment (D7)', () => {
  test('is the same after a round trip, for any text', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    const anyText = fc.oneof(
      text,
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((it) => String.fromCharCode(...it)),
    );
    await fc.assert(
      fc.asyncProperty(anyText, choices, fc.option(anyText, { nil: undefined }), async (given, chosen, more) => {
        const state = { text: given, choices: chosen, ...(more !== undefined && { declaration: more, headers: more }) };
        const fragment = await formatFragment(state);
        expect(fragment).toMatch(/^#1\.[\w-]+$/);
        expect(await parseFragment(fragment)).toEqual(state);
      }),
      { numRuns: 200 },
    );
  });

  test.each(['', '#', '#x', '#top'])('does not exist in the fragment %j', async (fragment) => {
    expect(await parseFragment(fragment)).toBeUndefined();
    expect(await parsePlayground(fragment)).toBeUndefined();
  });

  test.each(['#1.', '#1.AAAA', '#1.%00', '#2.abc', `#1.${'A'.repeat(5000)}`])(
    'is broken in the fragment %j',
    async (fragment) => {
      expect(await parseFragment(fragment)).toBe('broken');
      expect(await parsePlayground(fragment)).toBe('broken');
    },
  );

  test('is broken in each part of a link', async () => {
    const whole = await formatFragment({ text: '{"data":null}', choices: defaultChoices });
    for (let length = 3; length < whole.length; length++)
      expect(await parseFragment(whole.slice(0, length)), `${length} characters`).toBe('broken');
  });

  test('does not exist in a changed fragment, or is a text', async () => {
    const whole = await formatFragment({ text: '{"data":null}', choices: defaultChoices });
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.constantFrom('', 'A', '_', '%'), async (at, changed) => {
        const state = await parseFragment(whole.slice(0, at) + changed + whole.slice(at + 1));
        if (state !== 'broken') expect(['undefined', 'string']).toContain(typeof state?.text);
      }),
    );
  });

  test('is not read if a few bytes of it expand without end', async () => {
    const fragment = await formatFragment({ text: ' '.repeat(5_000_000), choices: defaultChoices });
    expect(fragment.length).toBeLessThan(10_000);
    expect(await parseFragment(fragment)).toBe('broken');
  });

  test('has defaults for unknown choices', () => {
    expect(
      readChoices(JSON.parse('{"message":"x","method":1,"isAtomic":"yes","__proto__":{"isCursor":true}}')),
    ).toEqual(defaultChoices);
    expect(readChoices(null)).toEqual(defaultChoices);
  });
});

test.each([
  [{}, 'response'],
  [{ isRelationship: true }, 'relationship'],
  [{ message: 'request' }, 'create'],
  [{ message: 'request', method: 'PATCH' }, 'update'],
  [{ message: 'request', method: 'PATCH', isRelationship: true }, 'update-relationship'],
  [{ message: 'request', method: 'DELETE' }, 'relationship'],
  [{ message: 'request', method: 'POST', isRelationship: true }, 'relationship'],
  [{ message: 'request', isAtomic: true }, undefined],
] as const)('the choices %j have the role %s', (given, role) =>
  expect(roleOf({ ...defaultChoices, ...given })).toBe(role),
);

describe('the examples', () => {
  test('are 20 accepted and 20 rejected documents', () => {
    expect(examples().filter(({ isBroken }) => isBroken)).toHaveLength(20);
    expect(examples().filter(({ isBroken }) => !isBroken)).toHaveLength(20);
  });

  test.each(examples())('$rule, broken: $isBroken', (example) => {
    const { issues = [] } = checkText(example);
    const rules = issues.map(({ rule }) => rule);
    if (example.isBroken) expect(rules).toContain(example.rule);
    else expect(rules).toEqual([]);
  });
});

test('a text that is not JSON has a message and its place instead of issues', () => {
  expect(checkText({ text: '{\n  "data": nul\n}', choices: defaultChoices })).toEqual({
    failure: 'The text is not JSON. The text must contain a value here, but it contains `nul`.',
    location: { offset: 12, line: 2, column: 11 },
  });
});

describe('the strings of an editor', () => {
  test('that its owner repeats late do not replace newer ones', () => {
    const { note, isEcho } = createEchoes();
    for (const text of ['a', 'ab', 'abc']) note(text);
    expect(isEcho('ab')).toBe(true);
    expect(isEcho('abc')).toBe(true);
    expect(isEcho('abc')).toBe(false);
  });

  test('are not those that its owner chooses', () => {
    const { note, isEcho } = createEchoes();
    note('a');
    expect(isEcho('an example')).toBe(false);
    expect(isEcho('a')).toBe(false);
  });
});

describe('with a declaration', () => {
  const document = { data: { type: 'articles', id: '1', attributes: { title: '', words: 1 } } };
  const question = { text: JSON.stringify(document), choices: defaultChoices };

  test('the issues of the types, fields, and values are those of the library', async () => {
    const { api = undefined } = readDeclaration(exampleDeclaration);
    const { issues, mistake } = checkDeclared({ ...question, declaration: exampleDeclaration });
    expect(mistake).toBeUndefined();
    expect(issues).toEqual(validateDocument(document, { as: 'response', level: 'should', api }).issues);
    expect(issues?.map(({ rule }) => rule).sort()).toEqual(['api-attributes', 'api-fields']);
  });

  test('a mistake in the declaration has a place, and the rules of the specification still apply', async () => {
    const { issues, mistake } = checkDeclared({ ...question, declaration: 'defineApi(oops)' });
    expect(issues).toEqual([]);
    expect(mistake).toMatchObject({ from: 10, to: 14 });
  });

  test('without a declaration, only the specification applies', async () => {
    expect(checkText(question)).toEqual({ issues: [] });
  });
});

describe('a validate', () => {
  /** A worker in this thread, which answers later or never. */
  function worker(log: string[], delay: number | undefined, loading = 0): WorkerLike {
    const workerLike: WorkerLike = {
      onmessage: null,
      onerror: null,
      postMessage: (data) => {
        log.push(`ask ${data.text}`);
        if (delay === undefined) return;
        const answer = new MessageEvent('message', { data: { id: data.id, ...checkText(data) } });
        setTimeout(() => workerLike.onmessage?.(answer), delay);
      },
      terminate: () => log.push('end'),
    };
    setTimeout(() => workerLike.onmessage?.(new MessageEvent('message', { data: { id: 0 } })), loading);
    return workerLike;
  }
  const ask = (text: string) => ({ text, choices: defaultChoices });

  test('answers the last question only, and keeps a worker that is quick', async () => {
    const log: string[] = [];
    const validate = createValidator(() => worker(log, 5));
    const answers = await Promise.all([validate(ask('1')), validate(ask('{"data":null}'))]);
    expect(answers).toEqual([undefined, { issues: [] }]);
    // The first one was replaced before the worker had loaded.
    expect(log).toEqual(['ask {"data":null}']);
    expect(await Promise.all([validate(ask('2')), validate(ask('{"meta":{}}'))])).toEqual([undefined, { issues: [] }]);
    expect(log).toEqual(['ask {"data":null}', 'ask 2', 'ask {"meta":{}}']);
  });

  test('waits for a worker whose code takes longer to load than the time limit', async () => {
    const log: string[] = [];
    const validate = createValidator(() => worker(log, 0, 100), 20);
    expect(await validate(ask('{"data":null}'))).toEqual({ issues: [] });
    expect(log).toEqual(['ask {"data":null}']);
  });

  test('ends a worker after the time limit, and starts another one', async () => {
    const log: string[] = [];
    const delays = [undefined, 0];
    const validate = createValidator(() => worker(log, delays.shift()), 20);
    expect(await validate(ask('1'))).toEqual({
      failure: 'The validation took more than 0.02 seconds, and was stopped.',
    });
    expect(await validate(ask('{"meta":{}}'))).toEqual({ issues: [] });
    expect(log).toEqual(['ask 1', 'end', 'ask {"meta":{}}']);
  });
});

describe('the text', () => {
  test.each([
    ['{"a":1,"a":2}', ['/a']],
    ['{"data":[{"b":1},{"b":{"c":1,"c":2},"b":3}]}', ['/data/1/b/c', '/data/1/b']],
    ['{"a":{"b":1},"b":{"a":[{"a":1}]}}', []],
    ['{"a/~":1,"a\\u002f~":2}', ['/a~1~0']],
    ['["a","a",{"x":"{\\"x\\":1"}]', []],
    ['1', []],
  ])('%s repeats %j', (text, expected) => expect(repeatedMembers(text, 10)).toEqual(expected));

  test('with repeated names has an issue for each, and no more than 20', () => {
    expect(checkText({ text: '{"data":null,"data":null}', choices: defaultChoices }).issues).toMatchObject([
      { rule: 'repeated-member', pointer: '/data' },
    ]);
    expect(repeatedMembers(`{${Array.from({ length: 50 }, () => '"a":1').join()}}`, 20)).toHaveLength(20);
  });

  test('keeps its value when it is formatted, and is then formatted', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const formatted = formatJson(JSON.stringify(value));
        expect(formatted).toBe(`${JSON.stringify(value, null, 2)}\n`);
        expect(formatJson(formatted)).toBe(formatted);
      }),
    );
    expect(formatJson('{"a":1.0,"a":12345678901234567890}')).toBe('{\n  "a": 1.0,\n  "a": 12345678901234567890\n}\n');
  });

  test('of 100,000 levels is read in linear time', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(repeatedMembers(deep, 10)).toEqual([]);
    expect(formatJson(deep).length).toBeLessThan(50_000_000);
  });

  test('a long pointer loses its middle', () => {
    expect(shortPointer('/data')).toBe('/data');
    expect(shortPointer(`/${'x'.repeat(1_000)}`)).toHaveLength(83);
  });
});
