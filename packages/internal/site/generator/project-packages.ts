/** The packages of Linkage for the projects that readers download: before the release, npm does not have them. */
import { build } from 'esbuild';
import { readPackages } from '../../../../scripts/workspace.ts';
import { projectFiles, projectPackages } from '../page/playground/project/project-files.ts';
import { projectZip, zipOf } from '../page/playground/project/zip.ts';
import { type Asset, assetOf } from './asset.ts';
import { firstExample } from './playground-examples.ts';

/** Returns the files of a package: its entry points as JavaScript, with what they import from npm, except zod. */
async function filesOf({
  name,
  folder,
  exports,
  version,
}: ReturnType<typeof readPackages>[number]): Promise<readonly (readonly [string, string])[]> {
  const sources = Object.entries(exports).filter(([, file]) => file.endsWith('.ts'));
  const { outputFiles } = await build({
    entryPoints: sources.map(([, file]) => file),
    ...{ absWorkingDir: folder, outbase: 'src', outdir: 'dist', write: false },
    ...{
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node22',
      minifySyntax: true,
      minifyWhitespace: true,
    },
    external: ['@linkage/*', 'zod'],
  });
  const path = `packages/${name.replace('@linkage/', '')}`;
  const manifest = {
    ...{ name, version, type: 'module' },
    exports: Object.fromEntries(
      sources.map(([entry, file]) => [entry, file.replace('./src', './dist').replace(/\.ts$/, '.js')]),
    ),
  };
  return [
    [`${path}/package.json`, JSON.stringify(manifest, null, 2)],
    ...outputFiles.map((file) => [`${path}/${file.path.slice(folder.length + 1)}`, file.text] as const),
  ];
}

/** Returns the packages, and the first example as a project that contains them. */
export async function projectArchives(): Promise<{ readonly packages: Asset; readonly example: Asset }> {
  const used = readPackages().filter(({ name }) => projectPackages.some((it) => name === `@linkage/${it}`));
  const files = Object.fromEntries((await Promise.all(used.map(filesOf))).flat());
  const project = projectFiles(firstExample());
  if ('mistake' in project) throw new Error(project.mistake);
  return {
    packages: assetOf('linkage-packages.zip', zipOf(files)),
    example: assetOf('linkage-api.zip', projectZip({ ...project.files, ...files })),
  };
}
