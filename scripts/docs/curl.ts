/** Reads `curl` commands of the pages and sends their requests. */

export interface CurlCommand {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Whether the command prints the status line and the headers (`-i`), and nothing but these (`-I`). */
  readonly showsHead: boolean;
  readonly showsBody: boolean;
}

/** Splits a command line as a shell does; quotation marks keep spaces. */
function wordsOf(line: string): readonly string[] {
  const words = line.matchAll(/(?:[^\s'"]|'[^']*'|"(?:[^"\\]|\\.)*")+/g);
  return [...words].map(([word]) =>
    word.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"/g, (_, single, double) => single ?? double),
  );
}

/** Returns the command of one line. @throws {Error} If the command has an option that is not known here. */
export function parseCurl(line: string): CurlCommand {
  const [program, ...words] = wordsOf(line);
  if (program !== 'curl') throw new Error(`Not a curl command: ${line}`);
  let url = '';
  let method: string | undefined;
  let body: string | undefined;
  const headers: Record<string, string> = {};
  const flags = new Set<string>();
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word === '-X') method = words[++index];
    else if (word === '-d') body = words[++index];
    else if (word === '-H') {
      const [name = '', ...value] = (words[++index] ?? '').split(':');
      headers[name] = value.join(':').trim();
    } else if (/^-[gsiI]+$/.test(word)) for (const flag of word.slice(1)) flags.add(flag);
    else if (word.startsWith('-')) throw new Error(`Unknown option ${word}: ${line}`);
    else url = word.includes('://') ? word : `http://${word}`;
  }
  if (/[[\]{}]/.test(url) && !flags.has('g')) throw new Error(`curl needs -g for brackets in a URL: ${line}`);
  const usual = flags.has('I') ? 'HEAD' : body === undefined ? 'GET' : 'POST';
  return {
    url: new URL(url),
    method: method ?? usual,
    // curl sends these unless the command names others.
    headers: {
      Accept: '*/*',
      ...(body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    body,
    showsHead: flags.has('i') || flags.has('I'),
    showsBody: !flags.has('I'),
  };
}

/** A command with its quoted strings, which can contain line breaks. */
const COMMAND = /^curl (?:[^'"\n]|'[^']*'|"(?:[^"\\]|\\.)*")*$/gm;

/**
 * Returns the curl commands of a shell block. A backslash at the end of a line, or an open quotation mark, continues the
 * command. Omits commands whose output goes to another program.
 */
export function curlCommands(code: string): readonly CurlCommand[] {
  const commands = code.replaceAll(/\\\n\s*/g, ' ').match(COMMAND) ?? [];
  return commands.filter((command) => !command.includes(' | npx ')).map(parseCurl);
}
