/** A string to append, or a value to write. */
type Part = { readonly text: string } | { readonly value: unknown };

function partsOf(value: object): Part[] {
  const isArray = Array.isArray(value);
  const parts: Part[] = [{ text: isArray ? '[' : '{' }];
  for (const [name, member] of Object.entries(value)) {
    const comma = parts.length > 1 ? ',' : '';
    parts.push({ text: isArray ? comma : `${comma}${JSON.stringify(name)}:` }, { value: member });
  }
  return [...parts, { text: isArray ? ']' : '}' }];
}

/** Writes a JSON value of any depth: a work list replaces recursion. */
function writeDeep(value: unknown): string {
  const strings: string[] = [];
  const work: Part[] = [{ value }];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if ('text' in next) strings.push(next.text);
    else if (typeof next.value !== 'object' || next.value === null) strings.push(JSON.stringify(next.value));
    else for (const part of partsOf(next.value).reverse()) work.push(part);
  }
  return strings.join('');
}

/**
 * Returns the JSON text of a body that a body parser has parsed, for `server.handle`. `JSON.stringify` of some runtimes throws
 * a `RangeError` for a few thousand levels: the client receives the error of the server's limit instead of a 500.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-9
 */
export function textOfParsed(body: unknown): string | undefined {
  try {
    return JSON.stringify(body);
  } catch (error) {
    if (error instanceof RangeError) return writeDeep(body);
    throw error;
  }
}
