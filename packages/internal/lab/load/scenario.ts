import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  orUsage,
  parseScriptOptions,
  type ScriptOptions,
  type Values,
} from '../../../../scripts/command-line/script-options.ts';
import { writeResults } from '../reliability/results.ts';

/** The load average above which other programs use the machine. */
const BUSY = 0.7;

/** The result of a scenario. */
export interface Outcome {
  /** The promises that do not hold. */
  readonly problems: readonly string[];
  /** The figures of docs/reliability.md, which are kept if every promise holds. */
  readonly figures?: Readonly<Record<string, string>>;
  /** Whether the figures belong to docs/reliability.md. Default: true. */
  readonly isKept?: boolean;
  /** Whether other programs used the machine. Default: what the load average said at the start. */
  readonly isBusy?: boolean;
}

/** A measurement that fails if a promise does not hold. */
export interface Scenario {
  /** Reads the arguments, and measures. Returns whether every promise holds. */
  readonly run: (name: string, argv: readonly string[]) => Promise<boolean>;
}

/**
 * Defines a scenario.
 *
 * @param measure Receives the values of the options, and an empty folder, which is removed at the end.
 */
export function defineScenario<Options extends Values>(
  options: Options,
  measure: (values: ScriptOptions<Options, Record<never, never>>, folder: string) => Promise<Outcome>,
): Scenario {
  return {
    async run(name, argv) {
      const line = { command: `npm run load -- ${name}`, options };
      const values = orUsage(line, (given) => parseScriptOptions(line, given), argv);
      const wasBusy = (loadavg().at(0) ?? 0) > BUSY;
      const folder = mkdtempSync(join(tmpdir(), `linkage-${name}-`));
      try {
        const { problems, figures, isBusy = wasBusy, isKept = true } = await measure(values, folder);
        for (const problem of problems) process.stderr.write(`FAILED: ${problem}\n`);
        if (isBusy)
          process.stderr.write(
            `Other programs used the machine: ${problems.length > 0 ? 'repeat' : 'the figures are rough'}.\n`,
          );
        if (problems.length > 0) return false;
        if (figures !== undefined) {
          process.stdout.write(`${Object.values(figures).join('\n')}\n`);
          if (isKept) writeResults(name, { isBusy, figures });
        }
        return true;
      } catch (error) {
        process.stderr.write(`${name}: ${(error as Error).message}\n`);
        return false;
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
