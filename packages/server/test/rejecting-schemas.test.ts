import { globSync, readFileSync } from 'node:fs';
import {
  attribute,
  defineAction,
  defineApi,
  defineQueryParameters,
  type StandardSchema,
  serialize,
  validateDocument,
} from '@linkage/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod/v3';
import { createMemorySources } from '../src/memory/create-memory-sources.ts';
import { createServer } from '../src/pipeline/create-server.ts';
import { send } from './support.ts';

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => void process.off('unhandledRejection', note));

const fail = (): never => {
  throw new Error('no connection');
};
/** Not declared with `async`, so that only its promise tells. */
const later = () => Promise.resolve().then(fail);
// biome-ignore lint/suspicious/noThenProperty: a promise of another library
const thenable = { then: (_: unknown, reject: (reason: unknown) => void) => reject(new Error('no connection')) };
const lazy = z.object({
  name: z.string().refine(later),
  get child() {
    return lazy.optional();
  },
});
const schemas: Readonly<Record<string, () => StandardSchema>> = {
  'a check': () => z.string().refine(async () => fail()),
  'a check that is not declared with `async`': () => z.string().refine(later),
  'two checks': () => z.string().refine(later).refine(later),
  'checks of parts': () =>
    z
      .string()
      .transform((text) => ({ text, more: text }))
      .pipe(z.object({ text: z.string().refine(later), more: z.string().refine(later) })),
  superRefine: () => z.string().superRefine(later),
  'a transform': () => z.string().transform(later),
  'a codec': () => z.codec(z.string(), z.string(), { decode: later, encode: (text) => text }),
  'a union': () => z.union([z.string().refine(later), z.string().transform(later)]),
  'a transform beside a check': () =>
    z
      .string()
      .transform((text) => ({ a: text, b: text }))
      .pipe(
        z.object({ a: z.string().transform(later).optional(), b: z.string().refine(later) }) as z.ZodType<
          object,
          { a: string; b: string }
        >,
      ),
  'a lazy schema': () => z.lazy(() => z.string().refine(later)),
  'a recursive schema': () =>
    z
      .string()
      .transform((name) => ({ name, child: { name } }))
      .pipe(lazy as z.ZodType<object, { name: string; child: { name: string } }>),
  'a check of zod 3': () => z3.string().refine(later),
  'a transform of zod 3': () => z3.string().transform(later),
  'a function that rejects': () => ({ '~standard': { version: 1, vendor: 'own', validate: later } }),
  'a thenable': () => ({ '~standard': { version: 1, vendor: 'own', validate: () => thenable as never } }),
};

const apiOf = (title: StandardSchema) => {
  const part =
    title instanceof z3.ZodType
      ? z3.object({ it: title })
      : title instanceof z.ZodType
        ? z.object({ it: title })
        : title;
  const actions = {
    take: defineAction({ input: part as StandardSchema<object> }),
    give: defineAction({ output: part as StandardSchema<object> }),
  };
  return defineApi({ notes: { attributes: { title, body: z.string().optional() }, actions } });
};
const note1 = { type: 'notes', id: '1', attributes: { title: 'x' } };
const request = async (title: StandardSchema, line: string, body?: object, options = {}): Promise<unknown> => {
  const api = apiOf(title);
  const server = createServer(api, createMemorySources(api, { notes: [{ id: '1' }] }), {
    actions: { notes: { take: () => undefined, give: () => ({ it: 'x' }) } } as never,
    onError: () => undefined,
    onMissingRules: () => undefined,
    ...options,
  });
  return line === '' ? typeof (await server.describe()) : (await send(server, line, body)).status;
};
const hidden = {
  access: { notes: { read: () => true, create: () => true, fields: () => ({ except: ['title'] }) } },
  context: () => ({}),
};

const asynchronous = expect.stringMatching(/asynchronous/);
const message = (run: () => unknown): string => {
  try {
    run();
    return 'nothing';
  } catch (error) {
    return String(error);
  }
};

/** Each place that calls schemas, and what it returns if the promise of a schema rejects. */
const places: Readonly<Record<string, readonly [(title: StandardSchema) => unknown, unknown]>> = {
  POST: [(it) => request(it, 'POST /notes', { data: { type: 'notes', attributes: { title: 'x' } } }), 500],
  'POST without the attribute': [(it) => request(it, 'POST /notes', { data: { type: 'notes' } }), expect.any(Number)],
  'POST of a user who cannot read it': [
    (it) => request(it, 'POST /notes', { data: { type: 'notes' } }, hidden),
    expect.any(Number),
  ],
  PATCH: [(it) => request(it, 'PATCH /notes/1', { data: note1 }), 500],
  GET: [(it) => request(it, 'GET /notes/1'), 200],
  'the input of an action': [(it) => request(it, 'POST /notes/1/-actions/take', { meta: { it: 'x' } }), 500],
  'the output of an action': [(it) => request(it, 'POST /notes/1/-actions/give', {}), 500],
  'the description': [(it) => request(it, ''), 'object'],
  'a record in memory': [(it) => createMemorySources(apiOf(it), { notes: [{ id: '1', title: 'x' }] }) && 1, 1],
  validateDocument: [(it) => validateDocument({ data: note1 }, { api: apiOf(it) }).issues, undefined],
  serialize: [(it) => typeof serialize(apiOf(it), 'notes', { id: '1' }), 'string'],
  'a filter': [
    (it) => message(() => defineApi({ notes: { attributes: { title: attribute(it, { filter: true }) } } })),
    asynchronous,
  ],
  'a query parameter': [(it) => message(() => defineQueryParameters({ dryRun: it })), asynchronous],
};

// Where code cannot be compiled at run time, as in workerd, zod goes other ways.
const ways = Object.entries(schemas).flatMap(([name, create]) =>
  [false, true].map((it) => [name, it, create] as const),
);

describe.each(ways)('%s that rejects ends no process, with jitless: %s', (_, jitless, create) => {
  beforeAll(() => void z.config({ jitless }));
  afterAll(() => void z.config({ jitless: false }));

  test.each(Object.entries(places))('%s', async (_place, [run, expected]) => {
    unhandled.length = 0;
    expect(await run(create())).toEqual(expected);
    await new Promise((resolve) => setTimeout(resolve, 2));
    expect(unhandled).toEqual([]);
  });
});

test('only these files call the function of a schema', () => {
  const files = globSync('packages/**/src/**/*.ts', {
    exclude: (name) => /node_modules|\.test\.ts$/.test(String(name)),
  });
  const calls = files.filter((file) => /\['~standard'\]\.validate\(/.test(readFileSync(file, 'utf8')));
  expect(calls.map((file) => file.replaceAll('\\', '/')).sort()).toEqual([
    'packages/core/src/requests/parse/validate-attribute.ts',
    'packages/core/src/schema/schema-result.ts',
  ]);
});
