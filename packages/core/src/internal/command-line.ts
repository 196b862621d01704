import { closestName } from './describe-value.ts';
import { escapeText } from './escape-text.ts';
import { ownMember } from './members.ts';
import { reasonOf } from './reason-of.ts';

/** The streams of a command: those of the process, or those of a test. */
export interface CommandStreams {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** The version of the package, for `--version`. Default: the program does not have this option. */
  readonly version?: string | undefined;
  /** Adds colors to an escaped text. Default: no colors, as in pipes. */
  readonly paint?: ((text: string) => string) | undefined;
}

/** The streams of a command with all that they print escaped, and the streams as they are for strings that are escaped already. */
export type EscapedStreams<Terminal> = Terminal & { readonly raw: CommandStreams };

/** A command of a program. `run` returns the exit status. */
export interface Command<Terminal> {
  readonly run: (args: readonly string[], terminal: EscapedStreams<Terminal>) => Promise<number>;
  /** The text of `--help`. */
  readonly text: string;
}

/** Creates the error for a mistake in how a command was called: shown without a stack, with exit status 2. */
export function usageError(message: string): Error {
  return Object.assign(new Error(message), { isUsage: true });
}

/** The warning of Node about the syntax of an ES module in a file that it reads as CommonJS. */
const COMMON_JS = /^(?:Cannot use import statement outside a module|Unexpected token 'export')/;

/**
 * Creates the error for a module of the user that cannot be imported. If the cause is outside of the module, the message says what to change.
 *
 * @param version The version of Node, such as `v22.12.0`.
 */
export function importError(file: string, error: unknown, version: string): Error {
  const message = error instanceof Error ? error.message : String(error);
  if (/^Unknown file extension "\.[cm]?ts"/.test(message))
    return usageError(
      `${file} cannot be imported: TypeScript modules need Node 22.18 or later, but this is ${version}.`,
    );
  const missing = /^Cannot find module '([^']{1,4000})'/.exec(message)?.[1];
  if (missing?.endsWith(file.replace(/^\.\//, '')) === true)
    return usageError(`${file} does not exist. Check the path.`);
  const hint = COMMON_JS.test(message) ? '. Set `"type": "module"` in the nearest package.json.' : '';
  return usageError(`${file} cannot be imported: ${message}${hint}`);
}

/** Whether an error is about how a command was called. */
export function isUsageError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return Object.hasOwn(error, 'isUsage') || isParseError(error);
}

function isParseError(error: Error): boolean {
  return String(ownMember(error, 'code')).startsWith('ERR_PARSE_ARGS');
}

/**
 * Returns what is wrong with the call of a command. The errors of `parseArgs` are followed by advice on arguments that begin with a
 * hyphen, which no command has: the name that was most likely meant takes its place.
 *
 * @param helpText The text of `--help`, which names all options.
 */
export function usageText(error: Error, helpText: string): string {
  if (!isParseError(error)) return error.message;
  const [text = ''] = error.message.split(/\. To specify |\n/);
  const [, option] = /^Unknown option '--?(\w[^']*)'/.exec(text) ?? [];
  if (option === undefined) return text.endsWith('.') ? text : `${text}.`;
  const near = closestName(
    option,
    [...helpText.matchAll(/--([a-z][a-z-]*)/g)].map(([, name = '']) => name),
  );
  return `${text}.${near === undefined ? '' : ` Did you mean --${near}?`}`;
}

/** Escapes all that a command prints: it can be data of a server, and drive the terminal or the CI. */
function escapedStreams<Terminal extends CommandStreams>(terminal: Terminal): EscapedStreams<Terminal> {
  const { paint = (text) => text } = terminal;
  return {
    ...terminal,
    out: (text) => terminal.out(paint(escapeText(text, 'lines'))),
    error: (text) => terminal.error(escapeText(text, 'lines')),
    raw: { out: terminal.out, error: terminal.error },
  };
}

/** Runs the command that the arguments name. Returns the exit status: 2 for wrong arguments and for errors. */
export async function runCommandOf<Terminal extends CommandStreams>(
  commands: ReadonlyMap<string, Command<Terminal>>,
  mainText: string,
  args: readonly string[],
  streams: Terminal,
): Promise<number> {
  const terminal = escapedStreams(streams);
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    terminal.out(mainText);
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' && terminal.version !== undefined) {
    terminal.out(`${terminal.version}\n`);
    return 0;
  }
  const command = commands.get(name);
  if (command === undefined) {
    terminal.error(
      `"${escapeText(name, 'line')}" is not a command. Commands: ${[...commands.keys()].join(', ')}. See --help.\n`,
    );
    return 2;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.out(command.text);
    return 0;
  }
  try {
    return await command.run(rest, terminal);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // Any other error is of a file, such as that of a report, or of a connection.
    const message = isUsageError(error) ? usageText(error, command.text) : reasonOf(error);
    terminal.error(`${escapeText(message, 'line')}\n${isUsageError(error) ? `See \`${name} --help\`.\n` : ''}`);
    return 2;
  }
}
