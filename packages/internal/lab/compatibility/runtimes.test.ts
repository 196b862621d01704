/** The examples of frameworks in other runtimes, with the packed packages. `frameworks.test.ts` of the examples has the Node of the workspace. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  fileDependencies,
  frameworkPackages,
  npmInstall,
  pinned,
  writeExamples,
  writeProject,
} from '../../../../scripts/packed/project.ts';
import { listeners } from '../frameworks/listen.ts';
import { emptyFolder, installProgram, isSkipped, must, PATIENCE, skipped, tarballsFor } from './installed.ts';
import { runPacked } from './packed-frameworks.ts';
import { writeWorkers } from './serve-workers.ts';
import { miniflareVersion, runtimeVersions } from './versions.ts';

/** The arguments before the file. */
const argvOf = {
  node: [],
  bun: ['run'],
  deno: ['run', '--allow-all', '--no-check', '--node-modules-dir=manual'],
} as const;

/** The frameworks that need `node:http`, and the server of the runtime itself. */
const frameworksOn = (kind: string): readonly string[] =>
  kind === 'node' ? Object.keys(listeners) : [kind, ...Object.keys(listeners)];

describe.skipIf(isSkipped)(`from packed packages${skipped}`, () => {
  let folder = '';
  beforeAll(async () => {
    folder = emptyFolder('frameworks');
    const tarballs = fileDependencies(await tarballsFor('frameworks'));
    writeProject({ folder, dependencies: { ...pinned(...frameworkPackages), ...tarballs } });
    must(await npmInstall(folder));
    writeExamples(folder);
  }, PATIENCE.install);

  describe.each(Object.entries(runtimeVersions) as [keyof typeof runtimeVersions, string][])(
    '%s %s',
    (kind, version) => {
      let program = '';
      beforeAll(async () => {
        program = await installProgram(kind, version);
      }, PATIENCE.install);

      test.each(frameworksOn(kind))(
        '%s gives the responses of the server, also to hostile requests',
        async (framework) => {
          expect(await runPacked({ kind, program, argv: argvOf[kind] }, folder, framework)).toEqual({});
        },
        PATIENCE.run,
      );
    },
  );

  test(
    'workers on workerd give the responses of the server',
    async () => {
      must(await npmInstall(folder, `miniflare@${miniflareVersion}`, 'esbuild'));
      const file = writeWorkers(folder);
      // Miniflare is a proxy in front of workerd: it would respond to hostile requests itself.
      const runtime = { kind: 'workerd', program: process.execPath, argv: [], file, withHostile: false };
      expect(await runPacked(runtime, folder, 'workers')).toEqual({});
    },
    PATIENCE.install,
  );
});
