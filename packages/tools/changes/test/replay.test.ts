/** Check B5: what a client of the old API runs into at the new one, the comparison reports. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { someOf } from '../../../core/test/runs.ts';
import { compareDescriptions } from '../src/index.ts';
import { type ApiModel, firstModel, serverOf } from './model.ts';
import { allEdits, anyEdit } from './model-edits.ts';
import { failureToRead, requestsOf, toRequest } from './old-client.ts';

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: A test reads documents of every shape.
  readonly document: any;
}

/** Answers each write with records of its own: a write must not change the answer to another request. */
async function answersOf(model: ApiModel, asked: ApiModel): Promise<readonly Answer[]> {
  const reader = serverOf(model);
  return Promise.all(
    requestsOf(asked).map(async (request) => {
      const server = request.method === 'GET' ? reader : serverOf(model);
      const { status, body } = await server.handle(toRequest(request));
      const text = typeof body === 'string' ? body : '';
      return { status, document: text === '' ? undefined : JSON.parse(text) };
    }),
  );
}

const first = firstModel();
const requests = requestsOf(first);
const firstAnswers = await answersOf(first, first);
const firstDescription = await serverOf(first).describe();

/** Returns what fails for a client of the first API at the API of another model. */
async function failuresAt(model: ApiModel): Promise<readonly string[]> {
  const answers = await answersOf(model, first);
  return requests.flatMap(({ method, url }, index) => {
    const [was, is] = [firstAnswers[index], answers[index]];
    if (was === undefined || is === undefined) return [];
    if (is.status >= 400) return [`${method} ${url} responds with ${is.status}.`];
    const failure = failureToRead(first, is.document, was.document);
    return failure === undefined ? [] : [`${method} ${url}: ${failure}`];
  });
}

test('every request of the old client succeeds at the old API', async () => {
  expect(firstAnswers.filter(({ status }) => status >= 300)).toEqual([]);
  expect(requests.length).toBeGreaterThan(60);
  expect(await failuresAt(first)).toEqual([]);
});

test('each failure is reported, and 95 of 100 breaking changes have a failure', async () => {
  let breaking = 0;
  let withFailure = 0;
  const silent: string[] = [];
  for (const [name, edit] of someOf(allEdits, 3)) {
    const model = firstModel();
    edit(model);
    const changes = compareDescriptions(firstDescription, await serverOf(model).describe());
    const failures = await failuresAt(model);
    if (failures.length > 0) {
      expect(
        changes.map(({ level }) => level).filter((level) => level !== 'safe'),
        failures.join('\n'),
      ).not.toEqual([]);
    }
    if (changes.every(({ level }) => level !== 'breaking')) continue;
    breaking++;
    if (failures.length > 0) withFailure++;
    else silent.push(name);
  }
  expect(withFailure / breaking, silent.join(', ')).toBeGreaterThanOrEqual(0.95);
}, 120_000);

test('several edits at once: each failure is reported', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyEdit, { minLength: 2, maxLength: 4 }), async (edits) => {
      const model = firstModel();
      for (const [, edit] of edits) edit(model);
      const changes = compareDescriptions(firstDescription, await serverOf(model).describe());
      const failures = await failuresAt(model);
      if (failures.length === 0) return;
      expect(
        changes.filter(({ level }) => level !== 'safe'),
        failures.join('\n'),
      ).not.toEqual([]);
    }),
    { numRuns: 12 },
  );
}, 120_000);
