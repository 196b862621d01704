/** Builds every public package and packs it into the folder `tarballs`. */
import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readScriptOptions } from '../command-line/script-options.ts';
import { packTarballs } from '../packed/project.ts';
import { runAll, runTool } from '../run-tool.ts';
import { root } from '../workspace.ts';

readScriptOptions({ command: 'npm run pack' });
const folder = join(root, 'tarballs');
rmSync(folder, { recursive: true, force: true });
await runAll([() => runTool(process.execPath, ['scripts/build/main.ts'])]);
const packed = process.exitCode === undefined ? Object.keys(await packTarballs(folder)) : [];
if (process.exitCode === undefined) console.log(`Packed ${packed.length} packages into ${relative('.', folder)}.`);
