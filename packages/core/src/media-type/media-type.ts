import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';

/** The media type of every payload. @see https://jsonapi.org/format/1.1/#content-negotiation */
export const JSON_API_MEDIA_TYPE = 'application/vnd.api+json';

/** Longest header field value that is read, in characters. */
export const LONGEST_HEADER = 2048;

/** A media type with its parameters in order; names are in lower case, values without their quotation marks. */
export interface MediaType {
  /** Type and subtype in lower case, such as `application/vnd.api+json` or a range such as `*` + `/*`. */
  readonly essence: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** A place in a header field value. The functions below move it forward only, so a value is read once. */
interface Cursor {
  readonly text: string;
  position: number;
}

/** The characters of a token (RFC 9110, section 5.6.2), from where the cursor stands. */
const TOKEN = /[\w!#$%&'*+.^`|~-]*/y;
const WHITESPACE = /[ \t]*/y;

function isDone(cursor: Cursor): boolean {
  return cursor.position >= cursor.text.length;
}

/** Moves behind the characters of a pattern, and returns them. */
function takeAll(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.position;
  const [taken = ''] = pattern.exec(cursor.text) ?? [];
  cursor.position += taken.length;
  return taken;
}

function take(cursor: Cursor, character: string): boolean {
  if (cursor.text[cursor.position] !== character) return false;
  cursor.position++;
  return true;
}

/** What no header field value holds: controls, but for the tab (RFC 9110, section 5.5). */
function isControl(character: string): boolean {
  return (character < ' ' && character !== '\t') || character === '\u007f';
}

/**
 * A quoted-string after its opening mark (RFC 9110, section 5.6.4); undefined when it is not closed or holds a control.
 * Either way the cursor then stands behind it, so that nothing inside is taken for another element.
 */
function takeQuotedRest(cursor: Cursor): string | undefined {
  const { text } = cursor;
  let value = '';
  let start = cursor.position;
  let isLegal = true;
  while (!isDone(cursor)) {
    let character = text[cursor.position++] as string;
    if (character === '"') return isLegal ? value + text.slice(start, cursor.position - 1) : undefined;
    if (character === '\\') {
      value += text.slice(start, cursor.position - 1);
      start = cursor.position;
      character = text[cursor.position++] as string;
    }
    if (isControl(character)) isLegal = false;
  }
  return undefined;
}

/** Moves behind the next comma outside quotation marks: where reading goes on after a malformed element. */
function skipElement(cursor: Cursor): void {
  while (!isDone(cursor) && !take(cursor, ',')) {
    if (take(cursor, '"')) takeQuotedRest(cursor);
    else cursor.position++;
  }
}

function readMediaType(cursor: Cursor): MediaType | undefined {
  const type = takeAll(cursor, TOKEN);
  if (type === '' || !take(cursor, '/')) return undefined;
  const subtype = takeAll(cursor, TOKEN);
  if (subtype === '') return undefined;
  const parameters: [string, string][] = [];
  for (;;) {
    takeAll(cursor, WHITESPACE);
    if (!take(cursor, ';')) break;
    takeAll(cursor, WHITESPACE);
    const name = takeAll(cursor, TOKEN).toLowerCase();
    // RFC 9110, section 5.6.6 allows empty parameters: "type/subtype; ; a=b".
    if (name === '') continue;
    if (!take(cursor, '=')) return undefined;
    const value = take(cursor, '"') ? takeQuotedRest(cursor) : takeAll(cursor, TOKEN) || undefined;
    if (value === undefined) return undefined;
    parameters.push([name, value]);
  }
  return { essence: `${type}/${subtype}`.toLowerCase(), parameters };
}

/**
 * Reads a `Content-Type` value; undefined when it is malformed or longer than 2,048 characters.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.3
 */
export function parseMediaType(text: string): MediaType | undefined {
  if (text.length > LONGEST_HEADER) return undefined;
  const cursor: Cursor = { text, position: 0 };
  takeAll(cursor, WHITESPACE);
  const mediaType = readMediaType(cursor);
  return isDone(cursor) ? mediaType : undefined;
}

/**
 * Reads a comma-separated list of media types, such as the value of `Accept`. Malformed elements are left out;
 * undefined when the text is longer than 2,048 characters.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
 */
export function parseMediaTypeList(text: string): readonly MediaType[] | undefined {
  if (text.length > LONGEST_HEADER) return undefined;
  const cursor: Cursor = { text, position: 0 };
  const list: MediaType[] = [];
  while (!isDone(cursor)) {
    takeAll(cursor, WHITESPACE);
    const mediaType = readMediaType(cursor);
    if (mediaType !== undefined && (isDone(cursor) || take(cursor, ','))) list.push(mediaType);
    // An empty element is skipped as a malformed one is.
    else skipElement(cursor);
  }
  return list;
}

/** The URIs in the parameters `ext` and `profile` of an instance of the media type. */
export interface MediaTypeParameters {
  readonly extensions: readonly string[];
  readonly profiles: readonly string[];
}

/** One parameter with its list, serialized as the specification says. */
function formatParameter(name: string, uris: readonly string[]): string {
  if (uris.length === 0) return '';
  // Whatever else a URI is: these are the characters that leave neither the list nor the quotation marks.
  const illegal = uris.find((uri) => !/^[!#-[\]-~]+$/.test(uri));
  if (illegal !== undefined) throw new TypeError(`${JSON.stringify(illegal)} is no URI for the parameter ${name}.`);
  return `; ${name}="${uris.join(' ')}"`;
}

/** Returns the media type with the URIs of extensions and profiles. */
export function mediaTypeWith(extensions: readonly string[], profiles: readonly string[]): string {
  return JSON_API_MEDIA_TYPE + formatParameter('ext', extensions) + formatParameter('profile', profiles);
}

const parameterTable: OptionTable = optionTable({ extensions: 'array', profiles: 'array' }, 'parameter');

/**
 * The media type with the extensions and profiles of a payload, for `Content-Type`, or with those that are asked for, for
 * `Accept`.
 *
 * @throws {TypeError} What stands for a URI is empty or has a character that no URI has.
 * @see https://jsonapi.org/format/1.1/#media-type-parameter-rules
 */
export function formatMediaType(parameters: Partial<MediaTypeParameters> = {}): string {
  const given = readOptions('formatMediaType: parameters', parameters, parameterTable);
  const { extensions = [], profiles = [] } = given;
  return mediaTypeWith(extensions, profiles);
}
