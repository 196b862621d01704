import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { fromExactJson, toExactJson } from './exact-json.ts';

/** The first character of each cursor: the version of its format. */
const VERSION = '1';

/** Bytes of the code that authenticates a cursor: half of what HMAC-SHA-256 gives (RFC 2104, section 5). */
const CODE_BYTES = 16;
const CODE_LENGTH = Math.ceil((CODE_BYTES * 4) / 3);

/** Characters of a cursor at most: links with it must fit into the URLs that servers read. */
const MAX_CURSOR_LENGTH = 4096;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Compares in a time that does not depend on where two texts of one length differ. */
function isSame(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  for (let index = 0; index < left.length; index++) difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  return difference === 0;
}

type Signature = ReturnType<typeof hmac.create>;

/** Writes and reads the cursors of one collection in one order. */
export interface CursorText {
  /** Returns the cursor of a position; undefined if it would be too long for a URL. */
  readonly write: (position: unknown) => string | undefined;
  /** Returns the position of a cursor in an array; undefined if the cursor was not written for this collection and order. */
  readonly read: (cursor: string) => readonly [position: unknown] | undefined;
}

/**
 * Creates the writer and reader of cursors. A cursor contains its position as JSON, and an HMAC of it: a changed cursor, or one
 * of another collection, is not read.
 *
 * @param keys The first key signs, all keys verify.
 * @param scope What the cursors belong to: the HMAC covers it, and the cursor does not contain it.
 */
export function cursorText(keys: readonly Uint8Array[], scope: string): CursorText {
  // Hashing a key and the scope costs more than hashing a cursor, so it is done once.
  const begun = new Map<Uint8Array, Signature>();
  const codeOf = (key: Uint8Array, payload: string): string => {
    let signature = begun.get(key);
    if (signature === undefined) {
      // A line feed cannot occur in the scope, which is JSON text, nor in a payload.
      signature = hmac.create(sha256, key).update(encoder.encode(`${VERSION}\n${scope}\n`));
      begun.set(key, signature);
    }
    return toBase64Url(signature.clone().update(encoder.encode(payload)).digest().subarray(0, CODE_BYTES));
  };
  return {
    write(position) {
      const payload = toBase64Url(encoder.encode(JSON.stringify(toExactJson(position))));
      const length = VERSION.length + CODE_LENGTH + payload.length;
      if (length > MAX_CURSOR_LENGTH) return undefined;
      return VERSION + codeOf(keys[0] as Uint8Array, payload) + payload;
    },
    read(cursor) {
      if (cursor.length > MAX_CURSOR_LENGTH || !cursor.startsWith(VERSION)) return undefined;
      const code = cursor.slice(VERSION.length, VERSION.length + CODE_LENGTH);
      const payload = cursor.slice(VERSION.length + CODE_LENGTH);
      // The text is authenticated as it was sent, so that each position has one cursor only.
      if (!keys.some((key) => isSame(codeOf(key, payload), code))) return undefined;
      return [fromExactJson(JSON.parse(decoder.decode(fromBase64Url(payload))))];
    },
  };
}
