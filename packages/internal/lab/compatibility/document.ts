import { exceptions } from '../frameworks/additions.ts';
import { frameworks } from '../frameworks/frameworks.ts';
import { hostile } from '../frameworks/hostile.ts';
import { requests } from '../frameworks/requests.ts';
import { lowestNode, lowestTypeScript, managerVersions, miniflareVersion, runtimeVersions } from './versions.ts';

type Row = readonly string[];

function table(head: Row, rows: readonly Row[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const named = (versions: Readonly<Record<string, string>>): string =>
  Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');

const differences: readonly Row[] = Object.entries(exceptions).flatMap(([where, known]) =>
  Object.entries(known).map(([title, reason]) => [where, title, reason]),
);

/** Returns docs/compatibility.md: what each run of continuous integration tests. */
export function compatibilityDocument(): string {
  const { node: _, ...otherRuntimes } = runtimeVersions;
  const links = frameworks.map((it) => `[${it}](examples/frameworks/${it}.ts)`).join(', ');
  const rows: readonly Row[] = [
    ['Node', `${lowestNode}, the lowest version, and the latest`],
    ['Other runtimes', `${named(otherRuntimes)}, workerd (miniflare ${miniflareVersion})`],
    [
      'TypeScript',
      `${lowestTypeScript}, the lowest version, with \`nodenext\`, \`node16\`, and \`bundler\`; 5.9, also with \`node10\` (\`node\`), as older settings of ts-jest have it; and 7.0`,
    ],
    [
      'Package managers',
      `npm, ${named(managerVersions)}; yarn does not install peers: name all, as the install lines of these pages do`,
    ],
    ['Test runners', 'Jest and ts-jest, each from CommonJS and from ES modules; Vitest'],
  ];
  const parts = [
    '<!-- Written by `node_modules/.bin/node scripts/docs/write-compatibility.ts`; changes by hand are lost. -->\n\n# Compatibility',
    'Continuous integration packs the packages, installs them in empty projects, and tests them with these versions. See also [versions and\nsupport](versions.md).',
    table(['', 'Versions'], rows),
    'The declarations and the examples compile with `strict` and without `skipLibCheck`.',
    '## Test runners\n\n`validateDocument` and the matchers of `@linkage/conformance` work in each. Jest needs `--experimental-vm-modules`: see\n[troubleshooting](troubleshooting.md#jest-must-use-import-to-load-es-module).',
    `## Frameworks\n\nEach of the [examples of frameworks](guide/frameworks.md#examples-of-frameworks) responds to ${requests.length} requests as the server does, with the same status, header\nfields, and body. Those that listen at a socket respond to ${hostile.length} hostile requests as \`node:http\` does: with Node, Bun, and Deno.`,
    `${links}.`,
    '## Known differences',
    table(['Framework or runtime', 'Request', 'Reason'], differences),
  ];
  return `${parts.join('\n\n')}\n`;
}
