import { checkCommand } from './check.ts';
import { help } from './help.ts';
import { rulesCommand } from './rules.ts';
import { isUsageError, type Terminal } from './terminal.ts';
import { writeCommand } from './write.ts';

type Command = (args: readonly string[], terminal: Terminal) => Promise<number>;

const commands: ReadonlyMap<string, { readonly run: Command; readonly text: string }> = new Map([
  ['check', { run: checkCommand, text: help.check }],
  ['write', { run: writeCommand, text: help.write }],
  ['rules', { run: rulesCommand, text: help.rules }],
]);

/** Runs the command that the arguments name. Returns the exit status: 2 for wrong options and unreadable input. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    terminal.out(help.main);
    return name === undefined ? 2 : 0;
  }
  const command = commands.get(name);
  if (command === undefined) {
    terminal.error(`"${name}" is not a command. Commands: ${[...commands.keys()].join(', ')}. See --help.\n`);
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
    terminal.error(`${error.message}\n${isUsageError(error) ? `See \`${name} --help\`.\n` : ''}`);
    return 2;
  }
}
