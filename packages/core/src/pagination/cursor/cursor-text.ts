import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { fromExactJson, toExactJson } from './exact-json.ts';

/** The first character of each cursor: the version of its format. */
const VERSION = '1';

/** The length in bytes of the code that authenticates a cursor: half of an HMAC-SHA-256 (RFC 2104, section 5). */
const CODE_BYTES = 16;
const CODE_LENGTH = Math.ceil((CODE_BYTES * 4) / 3);

/** The maximum length of a cursor in characters: servers must accept the URLs that contain it. */
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

/** Compares two strings of the same length in constant time. */
function isSame(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  for (let index = 0; index < left.length; index++) difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  return difference === 0;
}

type Signature = ReturnType<typeof hmac.create>;

/** Writes and reads the cursors of one collection in one order. */
export interface CursorText {
  /** Returns the cursor of a position, or undefined if it would be too long for a URL. */
  readonly write: (position: unknown) => string | undefined;
  /**
   * Returns the position of a cursor in an array, or undefined if the cursor was not created for this collection and
   * order.
   */
  readonly read: (cursor: string) => readonly [position: unknown] | undefined;
}

/**
 * Creates the writer and reader of cursors. A cursor contains its position as JSON, and an HMAC of the position.
 * Changed cursors and cursors of other collections are rejected.
 *
 * @param keys The first key signs cursors; all keys verify them.
 * @param binding What the cursors are bound to. The HMAC covers it, and the cursor does not contain it.
 */
export function cursorText(keys: readonly Uint8Array[], binding: string): CursorText {
  // Hashing a key and the binding costs more than hashing a cursor, so they are hashed once.
  const begun = new Map<Uint8Array, Signature>();
  const codeOf = (key: Uint8Array, payload: string): string => {
    let signature = begun.get(key);
    if (signature === undefined) {
      // A line feed separates the parts: the binding is JSON text, so it cannot contain one, and neither can a payload.
      signature = hmac.create(sha256, key).update(encoder.encode(`${VERSION}\n${binding}\n`));
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
      // Authenticate the text as the client sent it, so that each position has only one cursor.
      if (!keys.some((key) => isSame(codeOf(key, payload), code))) return undefined;
      return [fromExactJson(JSON.parse(decoder.decode(fromBase64Url(payload))))];
    },
  };
}
