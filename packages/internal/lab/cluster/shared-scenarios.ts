import type { Application, Received } from './processes.ts';
import { type Scene, underLoad, wait } from './scene.ts';

const ROUNDS = 40;
const pairOf = ({ processes }: Scene): readonly [Application, Application] =>
  processes as unknown as readonly [Application, Application];

/** Two processes change the links of one resource with one tag: one of both succeeds. */
export async function ifMatch(scene: Scene): Promise<void> {
  const [first, second] = pairOf(scene);
  const outcomes = { both: 0, one: 0, none: 0 };
  const wrong: number[] = [];
  const url = '/counters/2/relationships/tags';
  for (let round = 0; round < ROUNDS; round++) {
    await first.send('PATCH', url, { data: [] });
    const { etag } = await first.send('GET', '/counters/2');
    // The other node must have applied the last change.
    while ((await second.send('GET', '/counters/2')).etag !== etag) await wait(5);
    const add = (at: Application, tag: number): Promise<Received> =>
      at.send('POST', url, { data: [{ type: 'tags', id: String(tag % 40) }] }, { 'if-match': etag });
    const statuses = (await Promise.all([add(first, round), add(second, round + 1)])).map(({ status }) => status);
    const succeeded = statuses.filter((status) => status === 200 || status === 204).length;
    outcomes[succeeded === 2 ? 'both' : succeeded === 1 ? 'one' : 'none']++;
    wrong.push(...statuses.filter((status) => ![200, 204, 409, 412].includes(status)));
  }
  scene.report(
    `${scene.name}, If-Match of relationships at two processes`,
    `${outcomes.one} of ${ROUNDS} pairs: one succeeded, ${outcomes.none}: none`,
    [
      ...(outcomes.both > 0 ? [`${outcomes.both} of ${ROUNDS} pairs of writes both succeeded`] : []),
      ...(outcomes.one === 0 ? ['no write succeeded'] : []),
      ...wrong.map((status) => `a client received ${status}`),
    ],
  );
}

/** Sends one creation to two processes at once, again and again. Returns the statuses, and what is wrong with the rows. */
async function twice(
  scene: Scene,
  what: string,
  send: (at: Application, mark: string) => Promise<Received>,
): Promise<{ readonly pairs: readonly (readonly number[])[]; readonly failures: string[] }> {
  const pairs: (readonly number[])[] = [];
  const confirmed: string[] = [];
  for (let round = 0; round < 2 * ROUNDS; round++) {
    const mark = `${what} ${crypto.randomUUID()}`;
    const statuses = (await Promise.all(pairOf(scene).map((it) => send(it, mark)))).map(({ status }) => status);
    pairs.push(statuses);
    if (statuses.includes(201)) confirmed.push(mark);
  }
  const failures: string[] = [];
  for (const { marks } of await scene.read()) {
    const own = marks.filter((it) => it.startsWith(`${what} `));
    const doubled = own.length - new Set(own).size;
    if (doubled > 0) failures.push(`${doubled} writes are doubled`);
    if (confirmed.some((it) => !own.includes(it))) failures.push('a confirmed write is lost');
  }
  const allowed = [201, 409, 503];
  failures.push(...pairs.flat().flatMap((it) => (allowed.includes(it) ? [] : [`a client received ${it}`])));
  return { pairs, failures };
}

/** Two processes receive one key at once: one of both writes. */
export async function oneKey(scene: Scene): Promise<void> {
  const { pairs, failures } = await twice(scene, 'key', (at, mark) => {
    const document = { data: { type: 'entries', attributes: { mark } } };
    return at.send('POST', '/entries', document, { 'idempotency-key': `"${mark}"` });
  });
  const replayed = pairs.filter((statuses) => statuses.every((status) => status === 201)).length;
  if (!pairs.flat().includes(201)) failures.push('no write succeeded');
  const line = `${pairs.length} keys, ${replayed} confirmed by both`;
  scene.report(`${scene.name}, one key at two processes`, line, [...new Set(failures)]);
}

/** Two processes receive one id of a client at once: one of both creates the resource. */
export async function oneId(scene: Scene): Promise<void> {
  const { pairs, failures } = await twice(scene, 'id', (at, mark) =>
    at.send('POST', '/entries', { data: { type: 'entries', id: mark.slice('id '.length), attributes: { mark } } }),
  );
  const of = (count: number): number =>
    pairs.filter((statuses) => statuses.filter((status) => status === 201).length === count).length;
  if (of(2) > 0) failures.push(`${of(2)} ids were created twice`);
  if (of(1) === 0) failures.push('no write succeeded');
  const line = `${of(1)} of ${pairs.length} ids: one created it, ${of(0)}: none`;
  scene.report(`${scene.name}, one id of a client at two processes`, line, [...new Set(failures)]);
}

/** Replaces each process by a new one, as a deployment does: no connection of a client breaks. */
export const rollingRestart = (scene: Scene): Promise<void> =>
  underLoad(scene, 'rolling restart of the processes', async ({ processes, open }) => {
    for (const [index, old] of [...processes].entries()) {
      processes[index] = await open(index);
      // No client uses an idle connection to the old process while it ends.
      await wait(1000);
      await old.end('SIGTERM');
    }
    return [];
  });

/** Kills a process of the application while it writes. */
export const killedProcess = (scene: Scene): Promise<void> =>
  underLoad(
    scene,
    'a process of the application is killed',
    async ({ processes, open }) => {
      const killed = processes[0] as Application;
      const next = await open(0);
      await killed.end('SIGKILL');
      processes[0] = next;
      return [];
    },
    { breaksConnections: true },
  );
