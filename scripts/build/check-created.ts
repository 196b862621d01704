/** Creates projects with the packed `create-linkage`, as `npm create linkage` does, and type-checks, tests, and starts them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isLong } from '../../packages/core/test/runs.ts';
import { runTool } from '../run-tool.ts';

/** Two projects have every file of the template that needs no database server; the tests of the package have the others. */
const projects = isLong
  ? ['sqlite fastify', 'none node', 'none express', 'none koa', 'none hono']
  : ['sqlite fastify', 'none hono'];
const PORT = 4680;

/** Returns what the server of a project answers, or prints if it does not start. */
async function answerOf(project: string): Promise<string> {
  const child = spawn(process.execPath, ['src/main.ts'], { cwd: project, env: { ...process.env, PORT: String(PORT) } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
    });
  while (child.exitCode === null && !output.includes('http://')) await setTimeout(50);
  try {
    return await (await fetch(`http://localhost:${PORT}/api/articles?include=author`)).text();
  } catch {
    return output;
  } finally {
    if (child.exitCode === null) {
      child.kill();
      await once(child, 'close');
    }
  }
}

/** @param folder Has `node_modules` with the packed packages, and with what the projects import. Returns what is wrong. */
export async function checkCreated(folder: string): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const choices of projects) {
    const [database = '', framework = ''] = choices.split(' ');
    const project = `created-${database}-${framework}`;
    const path = join(folder, project);
    const options = [project, '--database', database, '--framework', framework];
    const steps = [
      () => runTool(process.execPath, ['node_modules/create-linkage/bin/create.js', ...options], folder),
      () => runTool('tsc', [], path),
      () => runTool(process.execPath, ['--test'], path),
    ];
    for (const step of steps) {
      const { ok, output } = await step();
      if (!ok) faults.push(`${project}: ${output}`);
    }
    const answer = await answerOf(path);
    if (!answer.includes('"included":[{"type":"people"')) faults.push(`${project} does not answer: ${answer}`);
  }
  return faults;
}
