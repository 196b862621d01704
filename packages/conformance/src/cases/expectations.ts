import { isObject, type Json, pointerResolves, show } from '../json.ts';
import { fail, undecided } from '../run/verdict.ts';
import type { Answer } from '../target/exchange.ts';

/** Fails unless the status is one of these. */
export function expectStatus({ status, request }: Answer, ...wanted: readonly number[]): void {
  if (wanted.includes(status)) return;
  fail(`${request.method} ${request.url} to return ${wanted.join(' or ')}`, `the status is ${status}`);
}

/** Fails unless a value is as expected. */
export function expectThat(isMet: boolean, expected: string, came: () => string): void {
  if (!isMet) fail(expected, came());
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
  if (!Array.isArray(errors) || errors.length === 0) fail('`errors` with an error object', `it is ${show(errors)}`);
  return errors;
}

/** Fails unless the response is an error with one of these statuses and, if it has a document, without `data`. */
export function expectError(answer: Answer, ...wanted: readonly number[]): void {
  expectStatus(answer, ...wanted);
}

/** Fails unless some error names this part of the request in `source`. Undecided if the status is not an error. */
export function expectSource(answer: Answer, member: 'parameter' | 'header' | 'pointer', wanted: string): void {
  // A failure of the server itself is not about a part of the request.
  if (answer.status < 400 || answer.status >= 500) undecided(`The server responded with ${answer.status}.`);
  const sources = errorsOf(answer).map(({ source }) => source?.[member]);
  const isNamed = sources.some((it) => (member === 'header' ? isSameHeader(it, wanted) : it === wanted));
  if (!isNamed) fail(`an error with \`source.${member}\` ${show(wanted)}`, `there is ${show(sources)}`);
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
      fail('pointers that lead to values of the request document', `${show(pointer)} leads to none`);
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

/** Fails unless the body is empty. */
export function expectNoBody({ body, request }: Answer): void {
  expectThat(body === '', `no body in the response to ${request.method} ${request.url}`, () => `it is ${show(body)}`);
}
