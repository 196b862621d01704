/** A message of HTTP as `curl -i` prints it, and what JSON:API says of its headers. */
import { JSON_API_MEDIA_TYPE, type ValidationIssue } from '@linkage/core';
import { parseMediaType } from '@linkage/core/internal';
import type { Choices } from './choices.ts';

/** The headers of a message as a string, and its document. */
export interface HttpMessage {
  /** The status line, and a line for each header that the page checks. The others can contain secrets. */
  readonly headers: string;
  readonly text: string;
}

/** The maximum length of the headers, in UTF-16 code units. */
export const MAX_HEADERS = 20_000;

const NEGOTIATION = 'https://jsonapi.org/format/1.1/#content-negotiation';

/** The lines that the page checks. */
const CHECKED = /^(?:HTTP\/|Content-Type:|Vary:|Location:)/i;

/** Returns the headers and the document of a response that `curl -i` has printed, or `undefined` for other strings. */
export function splitMessage(text: string): HttpMessage | undefined {
  let found: HttpMessage | undefined;
  let rest = text;
  // Each redirect, and each `100 Continue`, is a block of its own: the last one belongs to the document.
  while (/^HTTP\/\d/.test(rest)) {
    const end = /\r?\n\r?\n/.exec(rest.slice(0, MAX_HEADERS));
    const from = end === null ? rest.length : end.index + end[0].length;
    const lines = rest.slice(0, end?.index ?? rest.length).split(/\r?\n/);
    const headers = lines.filter((line) => CHECKED.test(line)).join('\n');
    if (headers.length > MAX_HEADERS) return found;
    rest = rest.slice(from);
    found = { headers, text: rest };
  }
  return found;
}

/** A request as a string: its method, its path, and what a response has, too. */
interface RequestMessage extends HttpMessage {
  readonly method: string;
  readonly path: string;
}

/** Returns the parts of a request with a request line, or `undefined` for other strings. */
export function splitRequest(text: string): RequestMessage | undefined {
  const [line, method, path] = /^([A-Z]{3,7}) (\S{1,8192})(?: HTTP\/[\d.]+)?\r?\n/.exec(text) ?? [];
  if (line === undefined || method === undefined || path === undefined) return undefined;
  const end = /\r?\n\r?\n/.exec(text.slice(0, MAX_HEADERS));
  if (end === null) return undefined;
  const lines = text.slice(line.length, end.index).split(/\r?\n/);
  const headers = lines.filter((it) => /^Content-Type:/i.test(it)).join('\n');
  return { method, path, headers, text: text.slice(end.index + end[0].length) };
}

/** The headers of a message. Names are in lower case. */
interface Fields {
  readonly status: number | undefined;
  readonly values: ReadonlyMap<string, string>;
}

function readFields(headers: string): Fields {
  const values = new Map<string, string>();
  for (const line of headers.split('\n')) {
    const [, name, value = ''] = /^([\w!#$%&'*+.^`|~-]+):(.*)$/.exec(line) ?? [];
    if (name === undefined) continue;
    const key = name.toLowerCase();
    const before = values.get(key);
    values.set(key, before === undefined ? value.trim() : `${before}, ${value.trim()}`);
  }
  const status = /^HTTP\/[\d.]+ +(\d{3})/.exec(headers)?.[1];
  return { status: status === undefined ? undefined : Number(status), values };
}

/** Whether a response does not have a document. */
export function isWithoutDocument(headers: string | undefined): boolean {
  const { status } = readFields(headers ?? '');
  return status === 204 || status === 304;
}

/** Returns the URIs of the extensions or profiles in `Content-Type`. */
export function urisIn(headers: string | undefined, name: 'ext' | 'profile'): readonly string[] {
  const { parameters = [] } = parseMediaType(readFields(headers ?? '').values.get('content-type') ?? '') ?? {};
  return parameters.flatMap(([parameter, value]) => (parameter === name ? value.split(/ +/) : []));
}

function issue(rule: string, level: 'must' | 'should', message: string, spec: string): ValidationIssue {
  return { rule: `header-${rule}`, level, pointer: '', message, spec, receiver: 'ignore' };
}

function contentTypeIssues(contentType: string | undefined): readonly ValidationIssue[] {
  const must = `\`Content-Type\` must be \`${JSON_API_MEDIA_TYPE}\``;
  const wrong = (message: string): readonly ValidationIssue[] => [issue('content-type', 'must', message, NEGOTIATION)];
  if (contentType === undefined) return wrong(`${must}, but it is missing.`);
  const mediaType = parseMediaType(contentType);
  if (mediaType === undefined) return wrong(`${must}, but its value is malformed.`);
  if (mediaType.essence !== JSON_API_MEDIA_TYPE) return wrong(`${must}, but it is \`${mediaType.essence}\`.`);
  const other = mediaType.parameters.find(([name]) => name !== 'ext' && name !== 'profile')?.[0];
  if (other === undefined) return [];
  return wrong(`\`Content-Type\` must have no parameters other than \`ext\` and \`profile\`, but it has \`${other}\`.`);
}

/** Returns the issue of a document in a response that must not have one. */
function contentIssues(status: number | undefined): readonly ValidationIssue[] {
  const message = `A response with the status ${status} must not have a document.`;
  const section = status === 204 ? '15.3.5' : '15.4.5';
  return [issue('content', 'must', message, `https://www.rfc-editor.org/rfc/rfc9110#section-${section}`)];
}

/** Returns the link to itself of the resource in a document. */
function selfOf(document: unknown): string | undefined {
  const { data } = (document ?? {}) as { readonly data?: { readonly links?: { readonly self?: unknown } } | null };
  const self = data?.links?.self;
  const url = typeof self === 'object' ? (self as { readonly href?: unknown } | null)?.href : self;
  return typeof url === 'string' ? url : undefined;
}

/** Returns the issues of the headers of a message with a document. */
export function headerIssues(
  headers: string,
  document: unknown,
  { message: kind, isStrict }: Pick<Choices, 'message' | 'isStrict'>,
): readonly ValidationIssue[] {
  const { status, values } = readFields(headers);
  const issues = [
    ...(isWithoutDocument(headers) ? contentIssues(status) : contentTypeIssues(values.get('content-type'))),
  ];
  const isNegotiated = urisIn(headers, 'ext').length + urisIn(headers, 'profile').length > 0;
  const variesBy = (values.get('vary') ?? '').toLowerCase().split(',');
  if (
    kind === 'response' &&
    isStrict &&
    isNegotiated &&
    !variesBy.some((name) => ['accept', '*'].includes(name.trim()))
  ) {
    const message = '`Vary` should contain `Accept`, because the server supports `ext` or `profile`.';
    issues.push(issue('vary', 'should', message, 'https://jsonapi.org/format/1.1/#content-negotiation-servers'));
  }
  if (status !== 201) return issues;
  const created = 'https://jsonapi.org/format/1.1/#crud-creating-responses-201';
  const location = values.get('location');
  const self = selfOf(document);
  if (location === undefined) {
    if (isStrict) {
      issues.push(
        issue('location', 'should', 'A 201 response should have `Location`, the URL of the resource.', created),
      );
    }
  } else if (self !== undefined && self !== location) {
    const message = `\`Location\` must equal \`links.self\` of the resource, \`${self.slice(0, 100)}\`, but it is \`${location.slice(0, 100)}\`.`;
    issues.push(issue('location', 'must', message, created));
  }
  return issues;
}
