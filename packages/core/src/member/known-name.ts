import { isMemberName } from './member-name.ts';

const MOST = 1000;
const LONGEST = 64;

const known = new Set<string>();
let latest = '';

/**
 * Like `isMemberName`, but remembers the last thousand valid names, because documents repeat their types and fields.
 */
export function isKnownMemberName(text: string): boolean {
  if ((text === latest && text !== '') || known.has(text)) return true;
  if (!isMemberName(text)) return false;
  if (text.length <= LONGEST) {
    if (known.size >= MOST) known.clear();
    known.add(text);
    latest = text;
  }
  return true;
}
