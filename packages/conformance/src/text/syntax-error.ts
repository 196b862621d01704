const TOKEN =
  /[\t\n\r ]*(?:([[\]{}:,])|("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.]))/uy;

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
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    const start = at + (/^[\t\n\r ]*/.exec(text.slice(at, at + 4_096))?.[0].length ?? 0);
    if (match === null) return start;
    const [, mark, string, other] = match;
    const following = next(mark ?? string ?? other ?? '', string !== undefined, expected, stack);
    if (following === undefined) return start;
    expected = following;
    at = TOKEN.lastIndex;
  }
}
