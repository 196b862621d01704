// Strings are read without the expression, which would need stack for each character of them.
const TOKEN = /([[\]{}:,])|(")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/uy;
const ESCAPE = /["\\/bfnrt]|u[\da-fA-F]{4}/y;

/** Returns the offset behind white space. */
function skipSpace(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++;
  return at;
}

/** Returns the offset behind a string that begins at an offset; undefined if it is malformed. */
function endOfString(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return undefined;
    if (code !== 0x5c) continue;
    ESCAPE.lastIndex = at + 1;
    if (!ESCAPE.test(text)) return undefined;
    at = ESCAPE.lastIndex - 1;
  }
  return undefined;
}

type Expected = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'comma' | 'end';

/** Returns what may follow a value at this depth. */
function behind(stack: readonly string[]): Expected {
  return stack.length === 0 ? 'end' : 'comma';
}

/** Returns what is expected behind a token; undefined if the token may not stand here. */
function next(token: string, isString: boolean, expected: Expected, stack: string[]): Expected | undefined {
  const isValue = expected === 'value' || expected === 'first value';
  if (isString && (expected === 'name' || expected === 'first name')) return 'colon';
  if (token === '{' || token === '[') {
    if (!isValue) return undefined;
    stack.push(token);
    return token === '{' ? 'first name' : 'first value';
  }
  if (token === '}' || token === ']') {
    const isEnd = expected === 'comma' || expected === (token === '}' ? 'first name' : 'first value');
    if (!isEnd || stack.pop() !== (token === '}' ? '{' : '[')) return undefined;
    return behind(stack);
  }
  if (token === ':') return expected === 'colon' ? 'value' : undefined;
  if (token === ',') return expected === 'comma' ? (stack.at(-1) === '{' ? 'name' : 'value') : undefined;
  return isValue ? behind(stack) : undefined;
}

/** Returns the offset where a text stops to be JSON. The text must not be JSON: engines do not always say where it fails. */
export function syntaxErrorAt(text: string): number {
  const stack: string[] = [];
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    const start = skipSpace(text, at);
    TOKEN.lastIndex = start;
    const match = TOKEN.exec(text);
    if (match === null) return start;
    const [token, , quote] = match;
    const end = quote === undefined ? TOKEN.lastIndex : endOfString(text, start);
    const following: Expected | undefined =
      end === undefined ? undefined : next(token, quote !== undefined, expected, stack);
    if (end === undefined || following === undefined) return start;
    expected = following;
    at = end;
  }
}
