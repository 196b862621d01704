import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { type OptionTable, optionTable, readOptions, usageError } from '@linkage/core/internal';
import { type DatabaseChoice, databases, frameworks, type ProjectChoices } from './choices.ts';

interface OwnManifest {
  readonly version: string;
  /** The versions with which the template is tested. */
  readonly devDependencies: Readonly<Record<string, string>>;
}

// A relative path would depend on the file into which the build puts this module.
const own = createRequire(import.meta.url).resolve('create-linkage/package.json');
const template = join(dirname(own), 'template');
/** A part of the name of a template file that a choice decides, with the end that the file of the project has. */
const VARIANT = /\.([a-z]+)(\.(?:ts|yaml))$/;

/** Returns the names of the files in the template by those in the project. */
function chosenFiles(variants: ReadonlySet<string>): ReadonlyMap<string, string> {
  const files = ['', 'src'].flatMap((folder) =>
    readdirSync(join(template, folder), { withFileTypes: true }).flatMap((it) =>
      it.isFile() ? [folder === '' ? it.name : `${folder}/${it.name}`] : [],
    ),
  );
  const chosen = files.flatMap((file) => {
    const variant = VARIANT.exec(file)?.[1];
    if (variant === undefined || variant === 'test') return [[file, file] as const];
    return variants.has(variant) ? [[file.replace(VARIANT, '$2'), file] as const] : [];
  });
  return new Map(chosen);
}

/** Returns a template with the imports of the project: `./sources.sql.ts` becomes `./sources.ts`. */
function withOwnImports(text: string): string {
  return text.replaceAll(/(from '\.\/[a-z-]+)\.[a-z]+\.ts'/g, "$1.ts'");
}

function manifestText(name: string, { database, framework, tarballs }: ReturnType<typeof readChoices>): string {
  const { version, devDependencies }: OwnManifest = JSON.parse(readFileSync(own, 'utf8'));
  const rangeOf = (dependency: string): string => {
    if (!dependency.startsWith('@linkage/')) return `^${devDependencies[dependency]}`;
    const file = `${dependency.replace('@', '').replace('/', '-')}-${version}.tgz`;
    return tarballs === undefined ? version : `file:${join(resolve(tarballs), file)}`;
  };
  const withRanges = (names: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries([...new Set(names)].sort().map((it) => [it, rangeOf(it)]));
  const choices = [databases[database], frameworks[framework]];
  const always = ['@linkage/client', '@linkage/core', '@linkage/server', 'zod'];
  const dependencies = [...always, ...choices.flatMap((it) => it.dependencies)];
  const development = [
    '@linkage/fetch',
    '@types/node',
    'typescript',
    ...choices.flatMap((it) => it.devDependencies ?? []),
  ];
  const manifest = {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: { node: '>=22.18' },
    scripts: {
      start: 'node src/main.ts',
      dev: 'node --watch src/main.ts',
      list: 'node src/list.ts',
      test: 'node --test',
      types: 'tsc',
    },
    dependencies: withRanges(dependencies),
    devDependencies: withRanges(development.filter((it) => !dependencies.includes(it))),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function readmeText(name: string, database: DatabaseChoice): string {
  return `# ${name}

A JSON:API of articles and people. You need Node 22.18 or later, which runs TypeScript.

| Command | Purpose |
| --- | --- |
| \`npm start\` | serves the API, and prints its URL and the token for writes. \`API_TOKEN\`, \`HOST\`, and \`PORT\` set them |
| \`npm run dev\` | starts the server again after each change |
| \`npm run list\` | calls the running server with the client |
| \`npm test\` | runs the tests |
| \`npm run types\` | checks the types |

\`src/api.ts\` declares the types, \`src/server.ts\` has the access rules, \`src/sources.ts\` connects the data, and \`src/client.ts\` is the
client. ${databases[database].storage}

Next: https://github.com/linkage-js/linkage/blob/main/docs/guide/how-do-i.md
`;
}

const knownChoices: OptionTable = optionTable({
  database: Object.keys(databases),
  framework: Object.keys(frameworks),
  tarballs: 'string',
});

function readChoices(choices: ProjectChoices) {
  const { database = 'sqlite', framework = 'node', tarballs } = readOptions('createProject', choices, knownChoices);
  return { database, framework, tarballs };
}

/** Returns a name that npm accepts. */
function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return name === '' ? 'linkage-api' : name.slice(0, 200);
}

/**
 * Writes a project with a server, a typed client, and a test into a new or empty folder, which can contain `.git`. Installs nothing.
 * Returns the paths of the files, from the folder.
 *
 * @throws {TypeError} If a choice is unknown.
 * @throws {Error} If the folder contains files, or cannot be written.
 */
export function createProject(folder: string, given: ProjectChoices = {}): readonly string[] {
  const choices = readChoices(given);
  const path = resolve(folder);
  const existing = existsSync(path) ? readdirSync(path).filter((it) => it !== '.git') : [];
  if (existing.length > 0)
    throw usageError(`The folder ${folder} is not empty: it contains ${existing[0]}. Choose another one.`);
  const { database, framework } = choices;
  const name = packageName(path);
  const variants = new Set([...databases[database].variants, ...frameworks[framework].variants]);
  const copied = [...chosenFiles(variants)].map(
    ([file, source]) => [file, withOwnImports(readFileSync(join(template, source), 'utf8'))] as const,
  );
  const files = new Map([
    ...copied,
    ['package.json', manifestText(name, choices)],
    ['README.md', readmeText(name, database)],
    // npm would leave out a file of this name.
    ['.gitignore', 'node_modules/\n*.db\n*.db-*\n'],
  ]);
  for (const [file, text] of files) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text, { flag: 'wx' });
  }
  return [...files.keys()].sort();
}
