import { assertStringArray } from '../internal/assert-array.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';

/**
 * The media type of every JSON:API document.
 *
 * @see https://jsonapi.org/format/1.1/#content-negotiation
 */
export const JSON_API_MEDIA_TYPE = 'application/vnd.api+json';

/** Maximum length of a parsed header value, in characters. */
export const MAX_HEADER_LENGTH = 2048;

/** A media type with its parameters in order. Names are in lower case, values without their quotation marks. */
export interface MediaType {
  /** The type and subtype in lower case, such as `application/vnd.api+json` or a range such as `*` + `/*`. */
  readonly essence: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** A position in a header value. The functions below only advance it, so a value is read once. */
interface Cursor {
  readonly text: string;
  position: number;
}

/** The characters of a token (RFC 9110, section 5.6.2), from the position of the cursor. */
const TOKEN = /[\w!#$%&'*+.^`|~-]*/y;
const WHITESPACE = /[ \t]*/y;

function isDone(cursor: Cursor): boolean {
  return cursor.position >= cursor.text.length;
}

/** Moves past the characters that match a pattern, and returns them. */
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

/**
 * Whether a character is a control character other than the tab: header values must not contain it (RFC 9110,
 * section 5.5).
 */
function isControl(character: string): boolean {
  return (character < ' ' && character !== '\t') || character === '\u007f';
}

/**
 * Reads a quoted-string after its opening quotation mark (RFC 9110, section 5.6.4). Returns undefined if it is not
 * closed or contains a control character. Always moves the cursor behind it, so that its content is not read as another
 * element.
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

/** Moves behind the next comma outside quotation marks, to continue after a malformed element. */
function skipElement(cursor: Cursor): void {
  while (!isDone(cursor) && !take(cursor, ',')) {
    if (take(cursor, '"')) takeQuotedRest(cursor);
    else cursor.position++;
  }
}

function readMediaType(cursor: Cursor): MediaType | undefined {
  takeAll(cursor, WHITESPACE);
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
 * Parses a `Content-Type` value. Returns undefined if it is malformed or longer than 2,048 characters.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.3
 */
export function parseMediaType(text: string): MediaType | undefined {
  if (text.length > MAX_HEADER_LENGTH) return undefined;
  const cursor: Cursor = { text, position: 0 };
  const mediaType = readMediaType(cursor);
  return isDone(cursor) ? mediaType : undefined;
}

/**
 * Parses a comma-separated list of media types, such as the value of `Accept`. Omits malformed elements. Returns
 * undefined if the text is longer than 2,048 characters.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
 */
export function parseMediaTypeList(text: string): readonly MediaType[] | undefined {
  if (text.length > MAX_HEADER_LENGTH) return undefined;
  const cursor: Cursor = { text, position: 0 };
  const list: MediaType[] = [];
  while (!isDone(cursor)) {
    const mediaType = readMediaType(cursor);
    if (mediaType !== undefined && (isDone(cursor) || take(cursor, ','))) list.push(mediaType);
    // Skip an empty element like a malformed element.
    else skipElement(cursor);
  }
  return list;
}

/** The URIs in the parameters `ext` and `profile` of an instance of the media type. */
export interface MediaTypeParameters {
  readonly extensions: readonly string[];
  readonly profiles: readonly string[];
}

/** Formats one parameter with its list of URIs. */
function formatParameter(name: string, uris: readonly string[]): string {
  if (uris.length === 0) return '';
  // The other characters would end the list or the quotation marks.
  const illegal = uris.find((uri) => !/^[!#-[\]-~]+$/.test(uri));
  if (illegal !== undefined)
    throw new TypeError(`${JSON.stringify(illegal)} is not a valid URI for the parameter \`${name}\`.`);
  return `; ${name}="${uris.join(' ')}"`;
}

/** Returns the media type with the URIs of extensions and profiles. */
export function mediaTypeWith(extensions: readonly string[], profiles: readonly string[]): string {
  return JSON_API_MEDIA_TYPE + formatParameter('ext', extensions) + formatParameter('profile', profiles);
}

const parameterTable: OptionTable = optionTable({ extensions: 'array', profiles: 'array' }, 'parameter');

/**
 * Formats the media type with the extensions and profiles of a document, for `Content-Type`, or with the requested
 * extensions and profiles, for `Accept`.
 *
 * @throws {TypeError} If a URI is empty or contains a character that URIs cannot contain.
 * @see https://jsonapi.org/format/1.1/#media-type-parameter-rules
 */
export function formatMediaType(parameters: Partial<MediaTypeParameters> = {}): string {
  const checked = readOptions('formatMediaType: parameters', parameters, parameterTable);
  const { extensions = [], profiles = [] } = checked;
  assertStringArray('extensions', extensions);
  assertStringArray('profiles', profiles);
  return mediaTypeWith(extensions, profiles);
}
