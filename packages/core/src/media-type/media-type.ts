/** The media type of every payload. @see https://jsonapi.org/format/1.1/#content-negotiation */
export const JSON_API_MEDIA_TYPE = 'application/vnd.api+json';

/** Longest header field value that is read, in characters. */
const LONGEST_HEADER = 2048;

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

/** Punctuation among the characters of a token (tchar of RFC 9110, section 5.6.2). */
const TOKEN_PUNCTUATION = "!#$%&'*+-.^_`|~";

function isTokenCharacter(character: string): boolean {
  return (
    (character >= 'a' && character <= 'z') ||
    (character >= 'A' && character <= 'Z') ||
    (character >= '0' && character <= '9') ||
    TOKEN_PUNCTUATION.includes(character)
  );
}

function isDone(cursor: Cursor): boolean {
  return cursor.position >= cursor.text.length;
}

function skipWhitespace(cursor: Cursor): void {
  while (cursor.text[cursor.position] === ' ' || cursor.text[cursor.position] === '\t') cursor.position++;
}

function take(cursor: Cursor, character: string): boolean {
  if (cursor.text[cursor.position] !== character) return false;
  cursor.position++;
  return true;
}

function takeToken(cursor: Cursor): string {
  const start = cursor.position;
  while (!isDone(cursor) && isTokenCharacter(cursor.text[cursor.position] as string)) cursor.position++;
  return cursor.text.slice(start, cursor.position);
}

/** A quoted-string after its opening mark (RFC 9110, section 5.6.4); undefined when it is not closed. */
function takeQuotedRest(cursor: Cursor): string | undefined {
  let value = '';
  while (!isDone(cursor)) {
    let character = cursor.text[cursor.position++] as string;
    if (character === '"') return value;
    if (character === '\\') {
      if (isDone(cursor)) return undefined;
      character = cursor.text[cursor.position++] as string;
    }
    value += character;
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
  const type = takeToken(cursor);
  if (type === '' || !take(cursor, '/')) return undefined;
  const subtype = takeToken(cursor);
  if (subtype === '') return undefined;
  const parameters: [string, string][] = [];
  for (;;) {
    skipWhitespace(cursor);
    if (!take(cursor, ';')) break;
    skipWhitespace(cursor);
    const name = takeToken(cursor).toLowerCase();
    // RFC 9110, section 5.6.6 allows empty parameters: "type/subtype; ; a=b".
    if (name === '') continue;
    if (!take(cursor, '=')) return undefined;
    const value = take(cursor, '"') ? takeQuotedRest(cursor) : takeToken(cursor) || undefined;
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
  skipWhitespace(cursor);
  const mediaType = readMediaType(cursor);
  return mediaType !== undefined && isDone(cursor) ? mediaType : undefined;
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
    skipWhitespace(cursor);
    if (isDone(cursor) || take(cursor, ',')) continue;
    const mediaType = readMediaType(cursor);
    if (mediaType !== undefined && (isDone(cursor) || take(cursor, ','))) list.push(mediaType);
    else skipElement(cursor);
  }
  return list;
}

/** The media type with its parameters, as a `Content-Type` value. */
export function formatMediaType(extensions: readonly string[], profiles: readonly string[]): string {
  const ext = extensions.length > 0 ? `; ext="${extensions.join(' ')}"` : '';
  const profile = profiles.length > 0 ? `; profile="${profiles.join(' ')}"` : '';
  return JSON_API_MEDIA_TYPE + ext + profile;
}
