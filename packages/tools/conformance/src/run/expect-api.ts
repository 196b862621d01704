import { isObject } from '../json.ts';
import type { TypeSample } from '../samples/samples.ts';
import { type Answer, isJsonApi } from '../target/exchange.ts';
import type { World } from './world.ts';

/** A type of the samples with the response to GET of its collection. */
export interface Entry {
  readonly name: string;
  readonly sample: TypeSample;
  readonly answer: Answer;
}

const shown = ({ request, status, headers }: Answer): string =>
  `GET ${request.url} returned ${status} (${headers['content-type'] ?? 'no Content-Type'})`;
const MAX_SHOWN = 5;

/** Whether an answer may be a document of JSON:API: its media type says so, or it has primary data. */
function isDocument({ status, document, headers }: Answer): boolean {
  return status < 400 && isObject(document) && (isJsonApi(headers['content-type']) || Object.hasOwn(document, 'data'));
}

/**
 * Ends a run in which no case could decide anything, with one message.
 *
 * @throws {Error} If every collection requires credentials, or if none of them returns a document.
 */
export function expectApi({ gateway }: World, entries: readonly Entry[]): void {
  const answers = entries.map(({ answer }) => answer);
  const refused = answers.find(({ status }) => status === 401 || status === 403);
  if (refused !== undefined && answers.every(({ status }) => status >= 400)) {
    throw new Error(
      `The server requires credentials, or does not accept those that were sent: ${shown(refused)}. Pass them with --header "Authorization: …", or as \`headers\` in the samples.`,
    );
  }
  if (answers.some(isDocument)) return;
  const tried = answers.slice(0, MAX_SHOWN).map(shown).join('; ');
  throw new Error(
    `There is no JSON:API server at ${gateway.baseUrl}: ${tried}. Check the base URL, and \`collection\` of the types in the samples.`,
  );
}
