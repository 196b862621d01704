/**
 * Runs the tests against JSON:API servers of others. Their packages are installed into `.cache/conformance-peers`; the reports are
 * written there as well. Faults are shown by kind, with counts.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readScriptOptions } from '../../../../scripts/command-line/script-options.ts';
import { runTool } from '../../../../scripts/run-tool.ts';
import { root } from '../../../../scripts/workspace.ts';
import { formatReport, runConformance } from '../../../tools/conformance/src/index.ts';
import { peers } from './peers.ts';

readScriptOptions({ command: 'node_modules/.bin/node packages/internal/lab/peers/main.ts' });
const folder = join(root, '.cache', 'conformance-peers');
mkdirSync(folder, { recursive: true });
const manifest = join(folder, 'package.json');
if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
if (peers.some(({ name }) => !existsSync(join(folder, 'node_modules', name)))) {
  const packages = peers.flatMap((peer) => peer.packages);
  const { ok, output } = await runTool(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages],
    folder,
  );
  if (!ok) throw new Error(output);
}
for (const { name, start, samples } of peers) {
  const { url, stop } = await start(folder);
  const report = await runConformance(url, samples);
  writeFileSync(join(folder, `${name}.html`), formatReport(report, 'html'));
  writeFileSync(join(folder, `${name}.json`), formatReport(report, 'json'));
  const { passed, failed, undecided, failedByLevel } = report.summary;
  console.log(`${name}: ${passed} passed, ${failed} failed (${failedByLevel.must} MUST), ${undecided} undecided`);
  for (const section of report.sections.filter((it) => it.failed > 0))
    console.log(`  ${section.failed} ${section.title}`);
  stop();
}
process.exit();
