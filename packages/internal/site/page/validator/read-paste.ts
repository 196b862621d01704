/** Reads pasted strings: the page makes the choices that fit a string, says so, and the reader can choose otherwise. */
import { type Choices, methods } from './choices.ts';
import { splitMessage, splitRequest } from './http-message.ts';

/** A pasted text as the page reads it. */
export interface Reading {
  readonly text: string;
  readonly headers?: string | undefined;
  /** The choices that the text decides. */
  readonly choices: Partial<Choices>;
  /** The kind of the text, for the reader: `a request with operations`. */
  readonly as?: string;
}

/** A longer text is not read twice. */
const MAX_READ = 2_000_000;
/** The maximum number of documents, one in each line. */
const MAX_LINES = 10_000;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a member that an object has itself. */
export function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** Whether the links of a document have cursors. */
function hasCursors(document: unknown): boolean {
  const links = own(document, 'links');
  const urls = typeof links === 'object' && links !== null ? Object.values(links) : [];
  return urls.some((url) => /page(?:\[|%5B)(?:after|before)/i.test(String(own(url, 'href') ?? url)));
}

/** Returns what a document is: only what is certain. A document with an id can be that of a response, or of an update. */
function readDocument(document: unknown): Pick<Reading, 'choices' | 'as'> {
  if (own(document, 'atomic:operations') !== undefined)
    return { choices: { message: 'request', method: 'POST', isAtomic: true }, as: 'a request with operations' };
  if (own(document, 'atomic:results') !== undefined)
    return { choices: { message: 'response', isAtomic: true }, as: 'a response with the results of operations' };
  const data = own(document, 'data');
  if (typeof own(data, 'type') === 'string' && own(data, 'id') === undefined)
    return { choices: { message: 'request', method: 'POST' }, as: 'a request that creates a resource' };
  if (hasCursors(document)) return { choices: { message: 'response', isCursor: true }, as: 'a page with cursors' };
  return { choices: {} };
}

/** Returns what the reader has pasted: a message with its headers, a document, or documents in lines. */
export function readPaste(given: string): Reading {
  const response = splitMessage(given);
  if (response !== undefined) {
    const { choices } = readDocument(parse(response.text.slice(0, MAX_READ)));
    return { ...response, choices: { ...choices, message: 'response' }, as: 'a response with its headers' };
  }
  const request = splitRequest(given);
  const method = methods.find((it) => it === request?.method);
  if (request !== undefined && method !== undefined) {
    const { text, headers, path } = request;
    const { choices } = readDocument(parse(text.slice(0, MAX_READ)));
    const isRelationship = path.includes('/relationships/');
    return {
      text,
      headers,
      choices: { ...choices, message: 'request', method, isRelationship },
      as: `a ${method} request`,
    };
  }
  if (given.length > MAX_READ) return { text: given, choices: {} };
  const document = parse(given);
  if (document !== undefined) return { text: given, ...readDocument(document) };
  const lines = given.split(/\r?\n/, MAX_LINES).filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  if (lines.length < 2 || !lines.every((line) => typeof parse(line) === 'object')) return { text: given, choices: {} };
  return { text: first, ...readDocument(parse(first)), as: `the first of ${lines.length} documents, one in each line` };
}
