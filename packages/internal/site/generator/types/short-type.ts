/** The maximum length of a type. Longer types help no reader. */
export const MAX_TEXT = 600;

/** Returns a text without its type arguments: `Map<string, number>` becomes `Map`. The arrow of a function is not a bracket. */
export function withoutTypeArguments(type: string): string {
  let depth = 0;
  let short = '';
  for (const [position, character] of [...type].entries()) {
    if (character === '<') depth++;
    if (depth === 0) short += character;
    if (character === '>' && depth > 0 && type[position - 1] !== '=') depth--;
  }
  return short;
}

/**
 * Returns a type as a reader needs it. Of a function with type parameters, those are left out: the parameters and the result say what
 * to pass.
 */
export function shortType(type: string): string {
  const isGeneric = /^(?:function |\(method\) |\(property\) )?[\w.]+</.test(type);
  const short = isGeneric ? withoutTypeArguments(type) : type;
  return short.length > MAX_TEXT ? `${short.slice(0, MAX_TEXT)} …` : short;
}
