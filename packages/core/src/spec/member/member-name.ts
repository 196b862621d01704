const HYPHEN = 0x2d;
const LOW_LINE = 0x5f;
const SPACE = 0x20;

/** Whether a code unit is globally allowed: a-z, A-Z, 0-9, or U+0080 and above. */
function isGloballyAllowed(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code >= 0x80
  );
}

/**
 * Whether a string is a valid name for a member, a type, or a field.
 *
 * At-members (`@…`) and extension members (`namespace:name`) have their own rules. Returns false for them.
 *
 * @see https://jsonapi.org/format/1.1/#document-member-names
 */
export function isMemberName(text: string): boolean {
  const last = text.length - 1;
  if (last < 0 || !isGloballyAllowed(text.charCodeAt(0)) || !isGloballyAllowed(text.charCodeAt(last))) return false;
  for (let index = 1; index < last; index++) {
    const code = text.charCodeAt(index);
    if (!isGloballyAllowed(code) && code !== HYPHEN && code !== LOW_LINE && code !== SPACE) return false;
  }
  return true;
}

/**
 * Whether a member is an at-member. The rules of the specification ignore at-members.
 *
 * @see https://jsonapi.org/format/1.1/#document-member-names-at-members
 */
export function isAtMember(name: string): boolean {
  return name.startsWith('@');
}

/**
 * Whether a string is a valid namespace of an extension: one or more of a-z, A-Z, and 0-9.
 *
 * @see https://jsonapi.org/format/1.1/#extension-rules
 */
export function isNamespace(text: string): boolean {
  return /^[A-Za-z0-9]+$/.test(text);
}

/** Returns the namespace before the first colon, or undefined if the name does not contain a colon. */
export function namespaceOf(name: string): string | undefined {
  const colon = name.indexOf(':');
  return colon < 0 ? undefined : name.slice(0, colon);
}

/** Whether a string starts with a namespace and a colon. Only the name of an extension member can start like this. */
export function hasNamespace(text: string): boolean {
  return /^[A-Za-z0-9]+:/.test(text);
}

/**
 * Whether a string is a valid name for a member of an extension: its namespace, a colon, and a member name.
 *
 * @see https://jsonapi.org/format/1.1/#extension-members
 */
export function isExtensionMemberName(text: string): boolean {
  return hasNamespace(text) && isMemberName(text.slice(text.indexOf(':') + 1));
}

/**
 * Whether a string is a valid base name for a query parameter of an extension: its namespace, a colon, and one or more
 * letters a-z.
 *
 * @see https://jsonapi.org/format/1.1/#extension-query-parameters
 */
export function isExtensionParameterName(text: string): boolean {
  const namespace = namespaceOf(text);
  if (namespace === undefined || !isNamespace(namespace)) return false;
  const rest = text.slice(namespace.length + 1);
  for (let index = 0; index < rest.length; index++) {
    const code = rest.charCodeAt(index);
    if (code < 0x61 || code > 0x7a) return false;
  }
  return rest !== '';
}

/** Renders a character. Invisible characters and lone surrogates become a code point such as U+0009. */
function renderCharacter(character: string): string {
  if (/^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(character) && character.isWellFormed()) {
    return character === '"' || character === '\\' ? `"\\${character}"` : `"${character}"`;
  }
  if (character === ' ') return 'a space';
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns the reason why a string is not a valid member name, as the end of a sentence that begins with "but". */
export function nameFault(text: string): string {
  if (text === '') return 'it is empty';
  const characters = Array.from(text);
  const [first = ''] = characters;
  const last = characters.at(-1) ?? '';
  const inside = characters.find((character) => !isMemberName(`a${character}a`));
  if (inside !== undefined) return `it contains ${renderCharacter(inside)}`;
  return isMemberName(first) ? `it ends with ${renderCharacter(last)}` : `it begins with ${renderCharacter(first)}`;
}
