/** Sends hostile requests to a framework and checks the responses. */
import { findLeak } from '../../../core/test/leak-markers.ts';
import type { HostileRequest } from './hostile.ts';
import { type RawResponse, readResponses, sendRaw } from './raw.ts';

/** Responses of the API are documents. HTML never comes, except for targets outside the API. No response contains text of the server. */
function faultOf({ by, steps }: HostileRequest, { status, fields, body }: RawResponse): readonly string[] {
  const leak = findLeak(`${fields}\n${body}`, () => steps.join('\n'));
  if (leak !== undefined) return [`${status} leaks ${leak}`];
  if (body === '' || by === 'application' || /^content-type: *application\/vnd\.api\+json\r?$/im.test(fields))
    return [];
  if (by === 'parser' && !/html/i.test(fields + body)) return [];
  return [`${status} without a document: ${body.slice(0, 100)}`];
}

/** The number of attempts until a response counts as missing: a framework that closes early can cut off its own response. */
const ATTEMPTS = 3;

async function responsesOf(port: number, { steps, statuses }: HostileRequest): Promise<readonly RawResponse[]> {
  let responses: readonly RawResponse[] = [];
  for (let attempt = 1; attempt <= ATTEMPTS && responses.length === 0; attempt += 1) {
    responses = readResponses(await sendRaw(port, steps));
    if (statuses.length === 0) break;
  }
  return responses;
}

/** Returns what is wrong with the responses to a hostile request. */
export async function attack(port: number, request: HostileRequest): Promise<readonly string[]> {
  const responses = await responsesOf(port, request);
  const given = responses.map((it) => it.status).join();
  const expected = request.statuses.join();
  const wrong = given === expected ? [] : [`statuses [${given}] instead of [${expected}]`];
  return [...wrong, ...responses.flatMap((response) => faultOf(request, response))];
}
