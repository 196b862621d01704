import { expect, test } from 'vitest';
import { openApiDocument } from '../src/index.ts';
import { createDocumentCheck } from './document-check.ts';
import { mutantsOf } from './mutants.ts';
import { createWitness } from './witness.ts';
import { requests } from './witness-requests.ts';

const check = createDocumentCheck(
  openApiDocument(await createWitness().describe(), { info: { title: 'Witness', version: '1' } }),
);

const server = createWitness();

test('the server rejects each changed document that the schemas reject', async () => {
  const wrong: unknown[] = [];
  let rejected = 0;
  let accepted = 0;
  for (const request of requests) {
    const { method, url, body } = request;
    if (method === 'GET' || typeof body !== 'string' || !body.startsWith('{"')) continue;
    if ((await createWitness().handle(request)).status >= 300) continue;
    for (const mutant of mutantsOf(JSON.parse(body))) {
      const isValid = check.isRequestValid(method, url, mutant);
      if (isValid !== false) continue;
      rejected++;
      const { status } = await server.handle({ ...request, body: JSON.stringify(mutant) });
      if (status < 400) wrong.push([method, url, mutant, status]);
      else accepted++;
    }
  }
  expect(wrong).toEqual([]);
  expect(rejected).toBeGreaterThan(40);
  expect(accepted).toBe(rejected);
});
