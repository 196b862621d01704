/** A process that keeps one vitest ready and runs tests with one file replaced in memory: the work tree stays as it is. */
import { createVitest, type Reporter, type TestModule } from 'vitest/node';
import { root } from '../workspace.ts';
import { LONGEST, type TestAnswer, type TestRequest } from './test-runner.ts';

let replaced: TestRequest = { tests: [] };
let answer: TestAnswer = { passed: 0, failed: [], reasons: [] };

const replacing = {
  name: 'linkage:mutant',
  enforce: 'pre',
  load: (id: string) => (id === replaced.file ? replaced.text : undefined),
} as const;

const reporter: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    const failed = modules.filter((it) => it.state() === 'failed').map((it) => it.moduleId);
    if (unhandledErrors.length > 0 && failed.length === 0) failed.push(...modules.map((it) => it.moduleId));
    const errors = [...unhandledErrors, ...modules.flatMap(errorsOf)];
    answer = { passed: modules.flatMap(passedTests).length, failed, reasons: errors.map(({ message }) => message) };
  },
};

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
    bail: 1,
    // Each run has a worker of its own, whose test files share their modules: that is several times faster.
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    // The judge has a clock of its own, which knows how long the tests take: a busy machine fails none.
    testTimeout: LONGEST,
    hookTimeout: LONGEST,
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
  process.send?.(answer);
});
process.send?.('ready');
