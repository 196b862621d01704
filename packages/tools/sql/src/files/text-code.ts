/** Characters that a string in code must escape: the quote, the backslash, controls, and those that end a line or turn its direction. */
const ESCAPED = /['\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Writes a string as code in single quotes. */
export function textCode(text: string): string {
  const escaped = text.replace(ESCAPED, (character) => {
    if (character === "'" || character === '\\') return `\\${character}`;
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
  return `'${escaped}'`;
}

/** Writes a string for a comment of one line. */
export function commentText(text: string): string {
  return text.replace(ESCAPED, (character) => (character === "'" ? character : ' ')).trim();
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Whether a name needs no quotes in code. */
export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name);
}

/** Writes the name of a member of an object. */
export function keyCode(name: string): string {
  return isIdentifier(name) && name !== '__proto__' ? name : name === '__proto__' ? "['__proto__']" : textCode(name);
}

/** A value of code: a string, a list, or an object. */
export type Code = string | readonly Code[] | { readonly [name: string]: Code | undefined };

/** The length of a line. */
const WIDTH = 120;

/** Whether a value of code, or a part of it, is a list. */
export function isList<Part extends Code>(code: Code | readonly Part[]): code is readonly Part[] {
  return Array.isArray(code);
}

/** Writes objects and lists as code, in one line if it is short. */
export function writeCode(code: Code, indent = '', before = 0): string {
  if (typeof code === 'string') return code;
  const inner = `${indent}  `;
  const members = isList(code)
    ? code.map((it): readonly [string, Code] => ['', it])
    : Object.entries(code).flatMap(([name, it]): (readonly [string, Code])[] =>
        it === undefined ? [] : [[`${keyCode(name)}: `, it]],
      );
  const [open, close, space] = isList(code) ? ['[', ']', ''] : ['{', '}', ' '];
  if (members.length === 0) return open + close;
  const line = `${open}${space}${members.map(([key, it]) => key + writeCode(it, inner)).join(', ')}${space}${close}`;
  if (!line.includes('\n') && indent.length + before + line.length < WIDTH) return line;
  const lines = members.map(([key, it]) => `${inner}${key}${writeCode(it, inner, key.length)},`);
  return `${open}\n${lines.join('\n')}\n${indent}${close}`;
}

/** The end of a declaration: the name that errors and editors print. */
export const nameCode = `type Declared = typeof declared;

/** The name that errors and editors print in place of all types. */
export interface AppApi extends Declared {}
export const api: AppApi = declared;
`;
