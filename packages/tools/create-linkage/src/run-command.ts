import { parseArgs } from 'node:util';
import { type CommandStreams, type EscapedStreams, runCommandOf, usageError } from '@linkage/core/internal';
import { databases, frameworks } from './choices.ts';
import { createProject } from './create-project.ts';

/** The text of `--help`. */
export const help: string = `Creates a project with a JSON:API server, a typed client, and a test.

Usage
  npm create linkage [folder] -- [options]

Options
  --database <name>    ${Object.keys(databases).join(', ')}. mysql is for MySQL and MariaDB, none keeps records in memory.
  --framework <name>   ${Object.keys(frameworks).join(', ')}. node is node:http.
  --tarballs <folder>  Installs the packages of Linkage from tarballs.
  --version            Prints the version.
  -h, --help           Prints this text.

It asks for what you omit. Without a terminal, it takes linkage-api, sqlite, and node. The folder must be new or empty.
`;

const options = {
  database: { type: 'string' },
  framework: { type: 'string' },
  tarballs: { type: 'string' },
} as const;

/** The streams of the command. */
export interface CreateTerminal extends CommandStreams {
  /** Asks the user. Returns an empty string if they only press Enter. Absent without a terminal. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
}

/** Returns the name of a choice that a user has written: the name, or its number in the list. */
function choiceOf<Name extends string>(names: readonly Name[], text: string): Name | undefined {
  return names.find((it, index) => it === text.trim().toLowerCase() || String(index + 1) === text.trim());
}

/** Returns the choice of an option, or asks for it. The first one is the default. */
async function choose<Name extends string>(
  option: string,
  choices: Readonly<Record<Name, { readonly text: string }>>,
  given: string | undefined,
  { ask, out }: Pick<CreateTerminal, 'ask' | 'out'>,
): Promise<Name> {
  const names = Object.keys(choices) as Name[];
  const [usual] = names as [Name];
  if (given !== undefined) {
    const found = names.find((it) => it === given);
    if (found !== undefined) return found;
    throw usageError(`--${option} must be one of ${names.join(', ')}, but it is "${given}".`);
  }
  if (ask === undefined) return usual;
  out(names.map((it, index) => `  ${index + 1}  ${it.padEnd(12)}${choices[it].text}\n`).join(''));
  for (;;) {
    const text = await ask(`${option} (${usual}): `);
    const found = text.trim() === '' ? usual : choiceOf(names, text);
    if (found !== undefined) return found;
    out(`Write a name or a number of the list.\n`);
  }
}

async function create(args: readonly string[], terminal: EscapedStreams<CreateTerminal>): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [given, more] = positionals;
  if (more !== undefined) throw usageError(`Pass one folder. "${more}" is a second one.`);
  const asked = given ?? (await terminal.ask?.('folder (linkage-api): '))?.trim();
  const folder = asked === undefined || asked === '' ? 'linkage-api' : asked;
  const database = await choose('database', databases, values.database, terminal);
  const framework = await choose('framework', frameworks, values.framework, terminal);
  const files = createProject(folder, { database, framework, tarballs: values.tarballs });
  const enter = folder === '.' ? [] : [`cd ${/^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder)}`];
  const commands = [...enter, 'npm install', ...databases[database].commands, 'npm test', 'npm start'];
  terminal.out(`${files.length} files, with ${database} and ${framework}, are in ${folder}. Now run:\n\n`);
  terminal.out(commands.map((it) => `  ${it}\n`).join(''));
  return 0;
}

/** Runs the command. Returns the exit status: 2 for wrong options, and for a folder that is not empty. */
export function runCommand(args: readonly string[], terminal: CreateTerminal): Promise<number> {
  const commands = new Map([['create-linkage', { run: create, text: help }]]);
  return runCommandOf(commands, help, args[0] === '--version' ? args : ['create-linkage', ...args], terminal);
}
