/** The actions that the workflows on GitHub can run, and their rights. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../workspace.ts';

const files = globSync('.github/workflows/*.yml', { cwd: root }).sort();

function readWorkflow(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Returns the text of each job by its name: the lines below `jobs`, which are indented by two spaces. */
function jobsOf(text: string): ReadonlyMap<string, string> {
  const [, jobs = ''] = text.split(/^jobs:\n/m);
  const parts = jobs.split(/^ {2}(\S+):\n/m).slice(1);
  return new Map(parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : [])));
}

test('there are workflows', () => expect(files).toHaveLength(3));

describe.each(files)('%s', (file) => {
  const text = readWorkflow(file);

  // A tag or a branch can move to other code after it was reviewed.
  test('names each action by its commit, and its version in a comment', () => {
    const lines = text.split('\n').filter((line) => /^\s*(?:- )?uses:/.test(line));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });

  test('does not use secrets', () => expect(text).not.toMatch(/secrets\.|NPM_TOKEN|NODE_AUTH_TOKEN/));

  test('has at most the right to read, unless a job says more', () =>
    expect(text).toMatch(/^permissions:(?: \{\}|\n {2}contents: read)\n\n/m));

  test('does not leave the token of the repository to the commands of other jobs than the one that pushes', () => {
    const jobs = [...jobsOf(text)].filter(([, job]) => job.includes('actions/checkout@'));
    const kept = jobs.filter(([, job]) => !job.includes('persist-credentials: false')).map(([name]) => name);
    expect(kept).toEqual(file.endsWith('site.yml') ? ['build'] : []);
  });
});

describe('the release', () => {
  const jobs = jobsOf(readWorkflow('.github/workflows/release.yml'));

  test('one job can publish: in the environment that npm trusts, and without running code of the packages', () => {
    expect([...jobs.keys()]).toEqual(['checks', 'version', 'pack', 'publish']);
    const publishing = [...jobs].filter(([, job]) => job.includes('id-token: write'));
    expect(publishing.map(([name]) => name)).toEqual(['publish']);
    const [[, publish] = ['', '']] = publishing;
    expect(publish).toContain('environment: npm\n');
    const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(publish.match(/- run: .*/g)).toEqual([
      `- run: npm install --global ${packageManager}`,
      '- run: pnpm install --frozen-lockfile --ignore-scripts',
    ]);
  });
});
