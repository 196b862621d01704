/** The matchers of the conformance package in the types of `expect`, which each version of Vitest declares in another way. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  fileDependencies,
  npmInstall,
  pinned,
  type Tarballs,
  writeProject,
} from '../../../../scripts/packed/project.ts';
import { runTool } from '../../../../scripts/run-tool.ts';
import { emptyFolder, isSkipped, must, PATIENCE, skipped, tarballsFor } from './installed.ts';
import { jestTypesVersion, runnerVersions, vitestVersions } from './versions.ts';

const code = `import { matchers } from '@linkage/conformance/vitest';
expect.extend(matchers);
test('types', async () => {
  expect({}).toConform({ as: 'response' });
  expect({}).not.toHaveRelated('author', null);
  await expect(new Response()).toConform();
  await expect(Promise.resolve({})).resolves.toConform();
  // @ts-expect-error: a role that does not exist
  expect({}).toConform({ as: 'answer' });
  // @ts-expect-error: an identifier has an id
  expect({}).toHaveRelated('author', { type: 'people' });
  // @ts-expect-error: a matcher that does not exist
  expect({}).toConfirm();
});
`;
const fromVitest = `import { expect, test } from 'vitest';\n${code}`;

/** The projects by the name of the runner: what they install, their code, and the types without an import. */
const projects: Readonly<Record<string, readonly [Readonly<Record<string, string>>, string, readonly string[]]>> = {
  ...Object.fromEntries(
    vitestVersions.map((vitest) => [`Vitest ${vitest}`, [{ vitest }, fromVitest, ['node']] as const]),
  ),
  'Jest with @types/jest': [{ '@types/jest': jestTypesVersion }, code, ['node', 'jest']],
};

describe.skipIf(isSkipped)(`with packed packages${skipped}`, () => {
  let tarballs: Tarballs = {};
  beforeAll(async () => {
    tarballs = await tarballsFor('matcher-types');
  }, PATIENCE.install);

  test.each(Object.entries(projects))(
    '%s knows the matchers',
    async (name, [dependencies, file, types]) => {
      const folder = emptyFolder(`matcher-types-${name.replaceAll(/\W+/g, '-').toLowerCase()}`);
      const { '@linkage/core': core = '', '@linkage/conformance': conformance = '' } = tarballs;
      const files = fileDependencies({ '@linkage/core': core, '@linkage/conformance': conformance });
      const { typescript } = runnerVersions;
      writeProject({ folder, dependencies: { ...dependencies, typescript, ...pinned('@types/node'), ...files } });
      must(await npmInstall(folder, '--legacy-peer-deps'));
      mkdirSync(join(folder, 'test'));
      writeFileSync(join(folder, 'test', 'matchers.test.ts'), file);
      const compilerOptions = { target: 'es2023', module: 'nodenext', strict: true, noEmit: true, types };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['test'] }));
      const { output } = await runTool(join(folder, 'node_modules', '.bin', 'tsc'), ['-p', '.'], folder);
      // The declarations of some versions have errors of their own.
      const own = output.split('\n').filter((line) => /^test\/|Matchers|linkage/.test(line));
      expect(own).toEqual([]);
    },
    PATIENCE.install,
  );
});
