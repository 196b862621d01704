import type { JsonSyntaxError } from './json-syntax-error.ts';

const WORD_END = /[\s,:[\]{}"]/;
const MAX_FOUND = 20;

/** Returns the beginning of what stands at an offset, as a part of a sentence. */
function foundAt(text: string, offset: number): string {
  if (offset >= text.length) return 'it ends';
  let end = offset + 1;
  while (end < text.length && end - offset < MAX_FOUND && !WORD_END.test(text.charAt(end))) end++;
  return `it contains \`${text.slice(offset, end)}\``;
}

function stringMessage(text: string, offset: number): string {
  const found = text[offset];
  if (found === undefined) return 'A string must end with a double quote, but the text ends.';
  if (found === '\\')
    return `A string must not contain the escape \`${text.slice(offset, offset + 2)}\`. Write \`\\\\\` for a backslash.`;
  return 'A string must not contain line breaks, tabs, and other control characters. Write `\\n` for a line break.';
}

/** Returns what to do about a usual mistake, as a sentence with a space before it. */
function adviceFor(text: string, { offset, expected }: JsonSyntaxError): string {
  const found = text[offset];
  if (found === "'") return ' JSON has double quotes only.';
  if (found === '/' || found === '#') return ' JSON does not have comments.';
  const endsAfterComma = (expected === 'name' && found === '}') || (expected === 'value' && found === ']');
  return endsAfterComma ? ' Remove the comma before it.' : '';
}

/** Returns a sentence about the error of a string that is not JSON: what must stand there, and what does. */
export function jsonSyntaxMessage(text: string, error: JsonSyntaxError): string {
  const { offset, expected, closing } = error;
  if (expected === 'string') return stringMessage(text, offset);
  const wanted = {
    value: 'a value',
    'value or ]': 'a value or `]`',
    name: 'a name in double quotes',
    'name or }': 'a name in double quotes or `}`',
    colon: '`:`',
    comma: closing === undefined ? 'nothing more' : `\`,\` or \`${closing}\``,
  }[expected];
  return `The text must contain ${wanted} here, but ${foundAt(text, offset)}.${adviceFor(text, error)}`;
}
