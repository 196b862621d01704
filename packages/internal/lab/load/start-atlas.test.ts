import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';
import { sendLoad } from './send-load.ts';
import { startAtlas } from './start-atlas.ts';

const folder = mkdtempSync(join(tmpdir(), 'load-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a program instead of the atlas. */
async function start(code: string, seconds = 60) {
  const program = join(folder, 'program.mjs');
  writeFileSync(program, `import { createServer } from 'node:http';\n${code}`);
  return startAtlas({ folder, seconds, program });
}

const serve = (listener: string): string => `
  const host = createServer(${listener}).listen(0, '127.0.0.1', () => {
    console.log('The atlas is served at http://localhost:' + host.address().port + ' (in a browser: the explorer)');
  });
`;
const hello = serve('(_, response) => response.end("Hello")');

test.skipIf(!isLong)(
  `a program that cannot start rejects with its exit code and its errors${skippedInShort}`,
  async () => {
    const started = start('console.error("The database is broken."); process.exit(3);');
    await expect(started).rejects.toThrow('The atlas ended with exit code 3.\nThe database is broken.');
  },
);

test.skipIf(!isLong)(`a program that dies ends the load and the questions at once${skippedInShort}`, async () => {
  const atlas = await start(serve('() => { console.error("Out of memory."); process.exit(7); }'));
  const began = performance.now();
  await expect(sendLoad(atlas, ['/'], 60, { rate: 100 })).rejects.toThrow(
    'The atlas ended with exit code 7.\nOut of memory.',
  );
  await expect(atlas.ask('usage')).rejects.toThrow('exit code 7');
  await expect(atlas.end()).rejects.toThrow('exit code 7');
  expect(performance.now() - began).toBeLessThan(20_000);
});

test.skipIf(!isLong)(`a program that takes too long is killed${skippedInShort}`, async () => {
  const atlas = await start(hello, 4);
  await expect(sendLoad(atlas, ['/'], 60, { clients: 1 })).rejects.toThrow('The atlas ended with signal SIGKILL.');
});

test.skipIf(!isLong)(`questions at once have their own replies${skippedInShort}`, async () => {
  const atlas = await start(`${hello} process.once('SIGTERM', () => process.exit(0));`);
  const [usage, sample, begin] = await Promise.all([atlas.ask('usage'), atlas.ask('sample'), atlas.ask('begin')]);
  expect(usage).toEqual({ memory: expect.any(Number), processor: expect.any(Number) });
  expect(Object.keys(sample)).toEqual(Object.keys(begin));
  expect(usage.memory).toBeGreaterThan(sample.heap);
  await atlas.end();
});

test.skipIf(!isLong)(`a program that does not shut down with exit code 0 is a problem${skippedInShort}`, async () => {
  const atlas = await start(`${hello} process.once('SIGTERM', () => process.exit(1));`);
  await expect(atlas.end()).rejects.toThrow('The atlas ended with exit code 1 after SIGTERM.');
});

test.skipIf(!isLong)(
  `the load counts statuses, broken connections, and the slowest response of any status${skippedInShort}`,
  async () => {
    const atlas = await start(
      `let count = 0;
    ${serve(`(request, response) => {
      count++;
      if (count % 4 === 1) return void request.socket.destroy();
      response.statusCode = count % 4 === 2 ? 503 : 200;
      setTimeout(() => response.end(), count === 2 ? 400 : 0);
    }`)}
    process.once('SIGTERM', () => process.exit(0));`,
    );
    const figures = await sendLoad(atlas, ['/'], 1.5, { rate: 80 });
    const count = Object.values(figures.statuses).reduce((sum, part) => sum + part, 0);
    expect(Object.keys(figures.statuses)).toEqual(['0', '200', '503']);
    expect(figures.statuses['200']).toBeGreaterThan(count * 0.4);
    expect(figures.slowest).toBeGreaterThanOrEqual(400);
    expect(figures.rejected.p99).toBeGreaterThanOrEqual(399);
    const accepted = figures.seconds.reduce((sum, second) => sum + second.accepted, 0);
    expect(accepted).toBe(figures.statuses['200']);
    await atlas.end();
  },
);
