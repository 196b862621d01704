/** A character that begins a string or a comment, or opens or closes a part of an object. */
const TOKEN = /\/\/[^\n]*|\/\*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[{}[\]()]|[\w$]+/gy;

/** A word, a string, or a bracket of code. */
export interface Token {
  readonly text: string;
  readonly start: number;
  /** The number of brackets around the token. */
  readonly depth: number;
}

/** Returns the words, strings, and brackets of code. Comments are left out. */
export function tokensOf(code: string): readonly Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (let place = 0; place < code.length; ) {
    TOKEN.lastIndex = place;
    const [text] = TOKEN.exec(code) ?? [];
    if (text === undefined) place += 1;
    else if (text === '/*') {
      const end = code.indexOf('*/', place + 2);
      place = end === -1 ? code.length : end + 2;
    } else {
      if (/^[}\])]$/.test(text)) depth -= 1;
      if (!text.startsWith('//')) tokens.push({ text, start: place, depth });
      if (/^[{[(]$/.test(text)) depth += 1;
      place += text.length;
    }
  }
  return tokens;
}

const quote = /^['"]|['"]$/g;

/** Whether a token is the name of a member: a colon follows. */
function isMember({ text, start }: Token, name: string, code: string): boolean {
  return (
    text.replace(quote, '') === name && /^\s{0,9}:/.test(code.slice(start + text.length, start + text.length + 10))
  );
}

/** Returns the member of the value of another member. */
function memberIn(tokens: readonly Token[], parent: Token, name: string, code: string): Token | undefined {
  for (const token of tokens.slice(tokens.indexOf(parent) + 1)) {
    const isClosing = /^[}\])]$/.test(token.text);
    if (token.depth < parent.depth || (token.depth === parent.depth && isClosing)) return undefined;
    if (token.depth === parent.depth + 1 && isMember(token, name, code)) return token;
  }
  return undefined;
}

/** Returns the token of the name of a member of nested objects, such as `films`, `attributes`, `title`. */
export function findMember(
  tokens: readonly Token[],
  [first = '', ...others]: readonly string[],
  code: string,
): Token | undefined {
  const found = tokens.filter((token) => token.depth > 0 && isMember(token, first, code));
  const outermost = Math.min(...found.map(({ depth }) => depth));
  let member = found.find(({ depth }) => depth === outermost);
  for (const name of others) member = member && memberIn(tokens, member, name, code);
  return member;
}

/**
 * Returns the line in code of a member of nested objects, or undefined if the code does not have it.
 */
export function findLine(code: string, path: readonly string[]): number | undefined {
  const member = findMember(tokensOf(code), path, code);
  return member && code.slice(0, member.start).split('\n').length;
}
