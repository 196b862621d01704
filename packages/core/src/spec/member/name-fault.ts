import { isMemberName } from './member-name.ts';

/** Renders a character. Invisible characters and lone surrogates become a code point such as U+0009. */
function renderCharacter(character: string): string {
  if (/^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(character) && character.isWellFormed()) {
    return character === '"' || character === '\\' ? `"\\${character}"` : `"${character}"`;
  }
  if (character === ' ') return 'a space';
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns the reason why a text is not a valid member name, as the end of a sentence that begins with "but". */
export function nameFault(text: string): string {
  if (text === '') return 'it is empty';
  const characters = Array.from(text);
  const [first = ''] = characters;
  const last = characters.at(-1) ?? '';
  const inside = characters.find((character) => !isMemberName(`a${character}a`));
  if (inside !== undefined) return `it contains ${renderCharacter(inside)}`;
  return isMemberName(first) ? `it ends with ${renderCharacter(last)}` : `it begins with ${renderCharacter(first)}`;
}
