/**
 * Where a string from elsewhere is shown: in one line of a terminal, in several lines, in the data or a property of a workflow command of
 * GitHub Actions, in Markdown, in Markdown as code, or in XML.
 */
export type TextPlace =
  | 'line'
  | 'lines'
  | 'github'
  | 'github-property'
  | 'markdown'
  | 'markdown-code'
  | 'xml'
  | 'xml-lines';

// Control characters drive terminals, and invisible characters change the order or the meaning of what is read. Line separators are
// line breaks for some programs. XML forbids the last two.
const HIDDEN =
  /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff\u{e0000}-\u{e007f}]/gu;
// Commands of CI: `::add-mask::` of GitHub at the start of a line, `##[command]`, `##vso[…]`, and `##teamcity[…]` anywhere.
const LINE_COMMAND = /^([^\S\n]*):(?=:)/gm;
const COMMAND = /##(?=[a-z]{0,20}\[)/gi;

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** Writes a character as JSON can write it, so that a JSON text keeps its value. */
function visible(character: string): string {
  const short = shortEscapes.get(character);
  if (short !== undefined) return short;
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');
}

function withoutCommands(text: string): string {
  return text.replace(LINE_COMMAND, '$1\\u003a').replace(COMMAND, '#\\u0023');
}

const line = (text: string): string => withoutCommands(text.replace(HIDDEN, visible));
const isLayout = (character: string): boolean => character === '\n' || character === '\t';
const lines = (text: string): string =>
  withoutCommands(text.replace(HIDDEN, (character) => (isLayout(character) ? character : visible(character))));

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);
const xml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities.get(character) ?? character);

// An empty comment ends what would become a link, a mention of a person, or a reference to an issue.
const BREAK = '<!-- -->';

function markdown(text: string): string {
  return line(text)
    .replace(/[\\`*_[\]|~$]/g, '\\$&')
    .replace(/[&<>]/g, (character) => entities.get(character) ?? character)
    .replace(/[@#]/g, `$&${BREAK}`)
    .replaceAll('://', `:${BREAK}//`)
    .replace(/www\./gi, (match) => `${match.slice(0, 3)}${BREAK}.`);
}

/** Returns a code span, with more backticks than the text has in a row. The bar is escaped for tables. */
function markdownCode(text: string): string {
  const shown = line(text).replaceAll('|', '\\|');
  let [most, row] = [0, 0];
  for (const character of shown) {
    row = character === '`' ? row + 1 : 0;
    most = Math.max(most, row);
  }
  const fence = '`'.repeat(most + 1);
  const space = most > 0 || shown.trim() === '' ? ' ' : '';
  return `${fence}${space}${shown}${space}${fence}`;
}

const github = (text: string): string => line(text).replaceAll('%', '%25');

const places: Readonly<Record<TextPlace, (text: string) => string>> = {
  line,
  lines,
  github,
  'github-property': (text) => github(text).replaceAll(':', '%3A').replaceAll(',', '%2C'),
  markdown,
  'markdown-code': markdownCode,
  xml: (text) => xml(line(text)),
  'xml-lines': (text) => xml(lines(text)),
};

/**
 * Returns a string from elsewhere as it can be shown at a place: hidden characters become visible, and nothing in it is a command, markup,
 * or the end of the place. Every command of the packages prints through this function.
 */
export function escapeText(text: string, place: TextPlace): string {
  return places[place](text);
}
