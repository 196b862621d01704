/** Sends hostile requests to a framework and checks the answers. */
import { findLeak } from '../../../core/test/leak-markers.ts';
import type { HostileRequest } from './hostile.ts';
import { type RawAnswer, readAnswers, sendRaw } from './raw.ts';

/** Answers of the API are documents. HTML never comes, except for targets outside the API. No answer contains text of the server. */
function faultOf({ by, steps }: HostileRequest, { status, fields, body }: RawAnswer): readonly string[] {
  const leak = findLeak(`${fields}\n${body}`, () => steps.join('\n'));
  if (leak !== undefined) return [`${status} leaks ${leak}`];
  if (body === '' || by === 'application' || /^content-type: *application\/vnd\.api\+json\r?$/im.test(fields))
    return [];
  if (by === 'parser' && !/html/i.test(fields + body)) return [];
  return [`${status} without a document: ${body.slice(0, 100)}`];
}

/** The number of attempts until an answer counts as missing: a framework that closes early can cut off its own answer. */
const ATTEMPTS = 3;

async function answersOf(port: number, { steps, statuses }: HostileRequest): Promise<readonly RawAnswer[]> {
  let answers: readonly RawAnswer[] = [];
  for (let attempt = 1; attempt <= ATTEMPTS && answers.length === 0; attempt += 1) {
    answers = readAnswers(await sendRaw(port, steps));
    if (statuses.length === 0) break;
  }
  return answers;
}

/** Returns what is wrong with the answers to a hostile request. */
export async function attack(port: number, request: HostileRequest): Promise<readonly string[]> {
  const answers = await answersOf(port, request);
  const given = answers.map((it) => it.status).join();
  const expected = request.statuses.join();
  const wrong = given === expected ? [] : [`statuses [${given}] instead of [${expected}]`];
  return [...wrong, ...answers.flatMap((answer) => faultOf(request, answer))];
}
