/** Package managers install the tarballs, and the lowest Node loads them. The step `packages` and the trial of a release use npm. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { fileDependencies, pinned, type Tarballs, writeProject } from '../../../../scripts/packed/project.ts';
import { runTool } from '../../../../scripts/run-tool.ts';
import { emptyFolder, installProgram, isSkipped, must, PATIENCE, skipped, tarballsFor } from './installed.ts';
import { loadPackages } from './load-packages.ts';
import { lowestNode, managerVersions } from './versions.ts';

type ManagerName = keyof typeof managerVersions;

/** Writes the settings of Yarn, which does not read the registry of npm. */
async function configureYarn(folder: string): Promise<void> {
  const { output } = await runTool('npm', ['config', 'get', 'registry'], folder);
  writeFileSync(join(folder, 'yarn.lock'), '');
  const registry = `npmRegistryServer: ${JSON.stringify(output.split('\n').at(-1))}`;
  const lines = ['nodeLinker: node-modules', registry, 'enableTelemetry: false', 'enableImmutableInstalls: false', ''];
  writeFileSync(join(folder, '.yarnrc.yml'), lines.join('\n'));
}

describe.skipIf(isSkipped)(`with packed packages${skipped}`, () => {
  let tarballs: Tarballs = {};
  let node = '';
  beforeAll(async () => {
    node = await installProgram('node', lowestNode);
    // The command that creates projects is not a dependency. It depends on core, which is on no registry before the release.
    const { 'create-linkage': _, ...packages } = await tarballsFor('managers');
    tarballs = packages;
  }, PATIENCE.install);

  test.each(Object.entries(managerVersions) as [ManagerName, string][])(
    '%s %s installs packages that `import` and `require` load',
    async (name, version) => {
      const folder = emptyFolder(`with-${name}`);
      const peers = pinned('@tanstack/query-core', 'drizzle-orm', 'fastify', 'koa', 'kysely', 'zod');
      writeProject({ folder, dependencies: { ...peers, ...fileDependencies(tarballs) } });
      const program = await installProgram(name, version, name === 'yarn' ? '@yarnpkg/cli-dist' : name);
      if (name === 'yarn') await configureYarn(folder);
      must(await runTool(program, ['install'], folder));
      expect(await loadPackages(node, folder)).toBeUndefined();
    },
    PATIENCE.install,
  );
});
