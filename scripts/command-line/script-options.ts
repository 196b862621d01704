import { parseArgs } from 'node:util';
import { hint, type OptionValue } from './option-values.ts';

/** Options or arguments, by their names. */
export type Values = Readonly<Record<string, OptionValue<unknown>>>;

type Read<Described extends Values> = {
  readonly [Name in keyof Described]: Described[Name] extends OptionValue<infer Value> ? Value : never;
};

/** The command line of a script. */
export interface CommandLine<Options extends Values = Values, Positionals extends Values = Values> {
  /** The command without its arguments: `npm run soak --`. */
  readonly command: string;
  /** The options, by their names without hyphens. */
  readonly options?: Options;
  /** The arguments without a name, in their order. */
  readonly positionals?: Positionals;
  /** The usage of further arguments. Without it, further arguments are an error. */
  readonly rest?: string;
}

/** The values that were read: options and arguments by their names, and the further arguments. */
export type ScriptOptions<Options extends Values, Positionals extends Values> = Read<Options> &
  Read<Positionals> & { readonly rest: readonly string[] };

/** The option that every script has. */
const HELP = 'help';

/** Returns one line that shows how to call a script. */
export function usageOf({ command, options = {}, positionals = {}, rest }: CommandLine): string {
  const parts = [
    ...Object.entries(positionals).map(([name, { shown }]) => `[${name}${shown === undefined ? '' : `: ${shown}`}]`),
    ...(rest === undefined ? [] : [`[${rest}…]`]),
    ...Object.entries(options).map(([name, { shown }]) => `[--${name}${shown === undefined ? '' : ` ${shown}`}]`),
  ];
  return parts.length === 0 ? `${command.replace(/ --$/, '')}, without options` : `${command} ${parts.join(' ')}`;
}

/** Converts the text of an option or an argument. */
function readValue(shownName: string, { read }: OptionValue<unknown>, text: string): unknown {
  try {
    return read(text);
  } catch (error) {
    throw new TypeError(`${shownName} must ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Reads the arguments of a script.
 *
 * @throws {TypeError} If an option is unknown or repeated, a value is missing or not valid, or there are too many arguments.
 */
export function parseScriptOptions<
  Options extends Values = Record<never, never>,
  Positionals extends Values = Record<never, never>,
>(line: CommandLine<Options, Positionals>, argv: readonly string[]): ScriptOptions<Options, Positionals> {
  const options: Values = line.options ?? {};
  const positionals = Object.entries<OptionValue<unknown>>(line.positionals ?? {});
  const found = new Map<string, unknown>();
  const rest: string[] = [];
  const types = Object.entries(options).map(
    ([name, { shown }]) => [name, { type: shown === undefined ? 'boolean' : 'string' }] as const,
  );
  // Not strict: Node's own errors take several lines and do not name the nearest option.
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(types),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') {
      const next = positionals.find(([known]) => !found.has(known));
      if (next !== undefined) found.set(next[0], readValue(`\`${next[0]}\``, next[1], token.value));
      else if (line.rest !== undefined) rest.push(token.value);
      else throw new TypeError(`The argument ${JSON.stringify(token.value)} is not expected.`);
    } else if (token.kind === 'option') {
      const { name, rawName, value, inlineValue } = token;
      const option = Object.hasOwn(options, name) ? options[name] : undefined;
      if (option === undefined || rawName !== `--${name}`)
        throw new TypeError(`Unknown option ${JSON.stringify(rawName)}.${hint(name, Object.keys(options), '--')}`);
      if (found.has(name)) throw new TypeError(`The option ${rawName} must not be repeated.`);
      const isMissing = value === undefined || (inlineValue !== true && value.startsWith('-'));
      if (option.shown === undefined && value !== undefined)
        throw new TypeError(`The option ${rawName} does not take a value.`);
      if (option.shown !== undefined && isMissing) throw new TypeError(`The option ${rawName} needs a value.`);
      found.set(name, readValue(rawName, option, value ?? ''));
    }
  }
  const all = [...Object.entries(options), ...positionals].map(([name, { otherwise }]) => [
    name,
    found.has(name) ? found.get(name) : otherwise,
  ]);
  return { ...Object.fromEntries(all), rest };
}

/**
 * Reads the arguments of this process. Prints one line and exits with 1 if an argument is not valid, so that a misspelled option
 * does not start a long run. `--help` prints the usage and exits with 0.
 */
export function readScriptOptions<
  Options extends Values = Record<never, never>,
  Positionals extends Values = Record<never, never>,
>(line: CommandLine<Options, Positionals>): ScriptOptions<Options, Positionals> {
  return orUsage(line, (argv) => parseScriptOptions(line, argv));
}

/** Like `readScriptOptions`, with a function that reads the arguments and throws a `TypeError` if one is not valid. */
export function orUsage<Result>(
  line: CommandLine,
  read: (argv: readonly string[]) => Result,
  argv: readonly string[] = process.argv.slice(2),
): Result {
  if (argv.includes(`--${HELP}`)) {
    process.stdout.write(`Usage: ${usageOf(line)}\n`);
    process.exit(0);
  }
  try {
    return read(argv);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    process.stderr.write(`${error.message} Usage: ${usageOf(line)}\n`);
    process.exit(1);
  }
}
