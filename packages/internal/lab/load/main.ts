/** Runs one scenario: `npm run load -- overload`. Each has options of its own: `npm run load -- overload --help`. */
import { oneOf } from '../../../../scripts/command-line/option-values.ts';
import { orUsage, parseScriptOptions } from '../../../../scripts/command-line/script-options.ts';
import { type ScenarioName, scenarios } from './scenarios.ts';

const line = {
  command: 'npm run load --',
  positionals: { scenario: oneOf(Object.keys(scenarios) as ScenarioName[]) },
};
// Without a name, the empty text is one that is not known.
const [first = '', ...argv] = process.argv.slice(2);
const { scenario } = orUsage(line, (given) => parseScriptOptions(line, given), [first]);
if (scenario === undefined) throw new TypeError('No scenario was read.');
const { run } = await scenarios[scenario]();
process.exit((await run(scenario, argv)) ? 0 : 1);
