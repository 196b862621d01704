/** A process that keeps one vitest ready and runs tests with one file replaced in memory: the work tree stays as it is. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createVitest, type Reporter, type TestModule, type TestSpecification } from 'vitest/node';
import { root } from '../../../../scripts/workspace.ts';
import { instrument } from './instrument.ts';
import { MAX, type TestMessage, type TestReply, type TestRequest } from './test-runner.ts';

const measuresReach = process.env['LINKAGE_REACH'] !== undefined;
let replaced: TestRequest = { tests: [] };
let reply: TestReply = { passed: 0, failed: [], reasons: [], times: [] };

const replacing = {
  name: 'linkage:mutant',
  enforce: 'pre',
  load(id: string) {
    if (id === replaced.file) return replaced.text;
    return measuresReach && isSource(id) ? instrument(relative(root, id), readFileSync(id, 'utf8')) : undefined;
  },
} as const;

/** Sources of our packages that mutants are made of. */
function isSource(id: string): boolean {
  return /^packages[\\/](?:[^\\/]+[\\/])?[^\\/]+[\\/]src[\\/].*(?<!\.test)\.ts$/.test(relative(root, id));
}

/** Test files in the order of the request. `vitest` calls it with `new`. */
const sequencer = function inOrder() {
  const positionOf = ({ moduleId }: TestSpecification): number => replaced.tests.indexOf(moduleId);
  const sort = async (files: TestSpecification[]): Promise<TestSpecification[]> =>
    files.sort((left, right) => positionOf(left) - positionOf(right));
  return { sort, shard: sort };
} as unknown as new () => { sort: () => Promise<TestSpecification[]>; shard: () => Promise<TestSpecification[]> };

const reporter: Reporter = {
  onTestModuleEnd: () => send('ended'),
  onTestRunEnd(modules, unhandledErrors) {
    const failed = modules.filter((it) => it.state() === 'failed').map((it) => it.moduleId);
    if (unhandledErrors.length > 0 && failed.length === 0) failed.push(...modules.map((it) => it.moduleId));
    const errors = [...unhandledErrors, ...modules.flatMap(errorsOf)];
    reply = {
      passed: modules.flatMap(passedTests).length,
      failed,
      reasons: errors.map(({ message }) => message),
      times: modules.map(timeOf),
    };
  },
};

function send(message: TestMessage): void {
  process.send?.(message);
}

function timeOf(module: TestModule): readonly [string, number] {
  const { collectDuration, duration } = module.diagnostic();
  return [module.moduleId, collectDuration + duration];
}

function passedTests({ children }: TestModule): readonly unknown[] {
  return [...children.allTests()].filter((it) => it.result().state === 'passed');
}

function errorsOf(module: TestModule): readonly { readonly message: string }[] {
  return [...module.errors(), ...[...module.children.allTests()].flatMap((it) => it.result().errors ?? [])];
}

const vitest = await createVitest(
  {
    root,
    watch: false,
    bail: measuresReach ? 0 : 1,
    setupFiles: measuresReach ? [join(root, 'packages/internal/lab/test-runs/reach-setup.ts')] : [],
    sequence: { sequencer },
    // Each run has a worker of its own, whose test files share their modules: that is several times faster.
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    // The process that sends the request has its own time limits.
    testTimeout: MAX,
    hookTimeout: MAX,
    // Nothing is written: no snapshots, no results, and above all no transformed mutants that others would find.
    update: 'none',
    cache: false,
    fsModuleCache: false,
    typecheck: { enabled: false },
    reporters: [reporter],
  },
  { plugins: [replacing] },
);
await vitest.standalone();
const project = vitest.getRootProject();

process.on('disconnect', () => process.exit());
process.on('message', async (request: TestRequest) => {
  for (const { file } of [replaced, request]) if (file !== undefined) vitest.invalidateFile(file);
  replaced = request;
  await vitest.runTestSpecifications(request.tests.map((it) => project.createSpecification(it)));
  send(reply);
});
send('ready');
