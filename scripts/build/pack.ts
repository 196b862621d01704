/** Builds every public package and packs it into the folder `tarballs`. */
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readScriptOptions } from '../command-line/script-options.ts';
import { runAll, runTool } from '../run-tool.ts';
import { readPackages, root } from '../workspace.ts';

readScriptOptions({ command: 'npm run pack' });
const folder = join(root, 'tarballs');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
await runAll([() => runTool(process.execPath, ['scripts/build/main.ts'])]);
// pnpm, not npm: only pnpm applies `publishConfig.exports` and replaces `workspace:` with versions.
const packages = readPackages().filter(({ isPublic }) => isPublic && process.exitCode === undefined);
await runAll(packages.map((it) => () => runTool('pnpm', ['pack', '--pack-destination', folder], it.folder)));
if (process.exitCode === undefined) console.log(`Packed ${packages.length} packages into ${relative('.', folder)}.`);
