import type { RelationshipFacts } from '../facts/type-facts.ts';
import { type relatedUrl, withQuery } from '../facts/urls.ts';
import { isObject, type Json, pointerResolves, show } from '../json.ts';
import type { Tester } from '../run/tester.ts';
import { fail, undecided } from '../run/verdict.ts';
import { type Answer, detailsOf, isJsonApi } from '../target/exchange.ts';

/** Fails unless the status is one of these. */
export function expectStatus({ status, request }: Answer, ...wanted: readonly number[]): void {
  if (wanted.includes(status)) return;
  const statuses = wanted.join(' or ');
  fail(
    `status ${statuses} for ${request.method} ${request.url}`,
    `the status is ${status}`,
    `Respond with ${statuses}.`,
  );
}

/** Returns a URL beside that of a relationship, such as that of another name. */
export type UrlBeside = (it: RelationshipFacts, urlOf: typeof relatedUrl, tester: Tester) => string;

/** Returns a check: GET of a URL of a relationship works, and has this status with a query, or of a URL beside it. */
export const getsBeside =
  (status: number, urlOf: typeof relatedUrl, beside: Readonly<Record<string, string>> | UrlBeside) =>
  async (tester: Tester, it: RelationshipFacts): Promise<void> => {
    const url = urlOf(it, it.type.resource);
    await tester.fetchDocument(url);
    const other = typeof beside === 'function' ? beside(it, urlOf, tester) : withQuery(url, beside);
    expectStatus(await tester.get(other), status);
  };

/** The number of characters that are shown of a rejection without an error document. */
const MAX_SAID = 200;

/** Returns the status of a response with what its errors say. */
export function rejectionText(answer: Answer): string {
  // The sentences around it have their own period. An error in another format is shown by its first words.
  const said = detailsOf(answer) || answer.body.slice(0, MAX_SAID).replaceAll(/\s+/g, ' ').trim();
  const details = said.replace(/\.$/, '');
  return `${answer.request.method} ${answer.request.url} returned ${answer.status}${details === '' ? '' : `: ${details}`}`;
}

/**
 * Fails unless a request that the samples say is valid has one of these statuses. Undecided if the server responds with an error: it can
 * have reasons that the tests do not know.
 */
export function expectSuccess(answer: Answer, ...wanted: readonly number[]): void {
  if (answer.status >= 400)
    undecided(`The server rejects a request that the samples say is valid: ${rejectionText(answer)}.`);
  expectStatus(answer, ...wanted);
}

/** Fails unless the status is one of these. Undecided if the server rejects the request by choice (403). */
export function expectUnlessForbidden(answer: Answer, ...wanted: readonly number[]): Answer {
  if (answer.status === 403) undecided(`${rejectionText(answer)}.`);
  expectStatus(answer, ...wanted);
  return answer;
}

/** Statuses that do not depend on the body of a request: with them, the server would reject a valid one as well. */
const ANYWAY: readonly number[] = [401, 403, 404, 405, 410, 429, 501];

/** Fails unless a malformed request is rejected. Undecided if the server would reject a valid one in the same way. */
export function expectRejected(answer: Answer, what: string): void {
  const { status } = answer;
  if (ANYWAY.includes(status)) {
    undecided(`${rejectionText(answer)}, which does not show that the server rejects ${what}.`);
  }
  const isRejected = status >= 400 && status < 500;
  if (!isRejected) fail(`an error of the client (4xx) for ${what}`, `the status is ${status}`, 'Respond with 400.');
}

/** Fails unless the body is a JSON object; returns it. */
export function documentOf({ document, request, status }: Answer): Json {
  if (isObject(document)) return document;
  fail(
    `a document in the response to ${request.method} ${request.url}`,
    `the response with status ${status} contains none`,
  );
}

/** Returns the error objects of a response. Fails if there are none. */
export function errorsOf(answer: Answer): readonly Json[] {
  const { errors } = documentOf(answer);
  if (!Array.isArray(errors) || errors.length === 0) {
    fail(
      '`errors` with an error object',
      errors === undefined ? 'the document has no `errors`' : `\`errors\` is ${show(errors)}`,
    );
  }
  return errors;
}

/**
 * Returns an error response with a document of JSON:API. Undecided for success, and for errors in another format, such as HTML or the
 * JSON of a framework: their media type breaks NEG-01, and what is said of error documents is not about them.
 */
export function errorAnswer(answer: Answer): Answer {
  if (answer.status < 400) undecided(`The response has status ${answer.status}.`);
  if (answer.body === '') undecided('The response has no body.');
  const type = answer.headers['content-type'];
  if (!isJsonApi(type))
    undecided(`The response is not a document of JSON:API: its Content-Type is ${type ?? 'missing'}.`);
  return answer;
}

/** Fails unless a 409 says what conflicts. */
export function expectExplained(answer: Answer): void {
  if (answer.status !== 409) undecided(`The status is ${answer.status}.`);
  const said = errorsOf(answer).some(({ title, detail, source, meta }) => title ?? detail ?? source ?? meta);
  if (!said) fail('an error with a title, detail, source or meta', `\`errors\` is ${show(answer.document.errors)}`);
}

/** Fails unless some error names this part of the request in `source`. Undecided if the status is not an error. */
export function expectSource(answer: Answer, member: 'parameter' | 'header' | 'pointer', wanted: string): void {
  // A failure of the server itself is not about a part of the request.
  if (answer.status >= 500) undecided(`The server responded with ${answer.status}.`);
  const sources = errorsOf(errorAnswer(answer)).map(({ source }) => source?.[member]);
  const isNamed = sources.some((it) => (member === 'header' ? isSameHeader(it, wanted) : it === wanted));
  if (isNamed) return;
  const given = sources.filter((it) => it !== undefined).map(show);
  const came = given.length === 0 ? `no error has \`source.${member}\`` : `the errors have ${given.join(', ')}`;
  fail(
    `an error with \`source.${member}\` ${show(wanted)}`,
    came,
    `Add \`"source": { "${member}": ${show(wanted)} }\`.`,
  );
}

function isSameHeader(left: unknown, right: string): boolean {
  return typeof left === 'string' && left.toLowerCase() === right.toLowerCase();
}

/** Fails if a pointer of an error does not lead to a value of the request. */
export function expectPointersResolve(answer: Answer): void {
  const { body } = answer.request;
  if (answer.status < 400 || body === undefined || !Array.isArray(answer.document?.errors)) {
    undecided(`The response with status ${answer.status} contains no error objects.`);
  }
  const pointers = answer.document.errors.map((it: Json) => it?.source?.pointer).filter((it: Json) => it !== undefined);
  if (pointers.length === 0) undecided('No error object contains a pointer.');
  for (const pointer of pointers) {
    if (!pointerResolves(JSON.parse(body), pointer)) {
      const change = 'Let the pointer lead to the nearest value that is there, such as the parent of a missing member.';
      fail(
        'pointers that lead to values of the request document',
        `${show(pointer)} leads to no value of the request`,
        change,
      );
    }
  }
}

/** Returns the resource object of a response. Fails if its primary data is something else. */
export function resourceOf(answer: Answer): Json {
  const { data } = documentOf(answer);
  if (!isObject(data)) fail('a resource object in `data`', `\`data\` is ${show(data)}`);
  return data;
}

/** Returns the array of a response. Fails if its primary data is something else. */
export function collectionOf(answer: Answer): readonly Json[] {
  const { data } = documentOf(answer);
  if (!Array.isArray(data)) fail('an array in `data`', `\`data\` is ${show(data)}`);
  return data;
}

/** Fails unless the response is an error of the client. */
export function expectClientError({ status }: Answer): void {
  if (status < 400 || status >= 500) fail('an error of the client (4xx)', `the status is ${status}`);
}

/** Fails unless the response is 204 without a body, or has a document with `data` or `meta`. */
export function expectForm(answer: Answer): void {
  if (answer.status === 204) expectNoBody(answer);
  else if (!['data', 'meta'].some((name) => Object.hasOwn(documentOf(answer), name)))
    fail('`data` or `meta`', show(answer.document));
}

/** Fails unless the body is empty. */
export function expectNoBody({ body, request }: Answer): void {
  if (body !== '') fail(`no body in the response to ${request.method} ${request.url}`, `the body is ${show(body)}`);
}
