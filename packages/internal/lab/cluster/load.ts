import { type Application, BROKEN } from './processes.ts';

/** The number of clients that write. */
export const CLIENTS = 32;
/** Attempts for one write with a key, until its client gives up. */
const ATTEMPTS = 60;
const allowed: ReadonlySet<number> = new Set([200, 201, 204, 409, 412, 503, 504]);

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The facts that the clients know about their writes. */
export interface Receipts {
  /** The marks of single entries and of pairs that were confirmed. */
  readonly confirmed: Set<string>;
  /** The number of confirmed increments, and of those whose result is unknown. */
  counted: number;
  unsure: number;
  readonly statuses: Map<number, number>;
  /** The times of successful writes, by `performance.now()`. */
  readonly successes: number[];
}

/** Clients that write to several processes of the application until `stop` is called. */
export interface Load {
  readonly receipts: Receipts;
  readonly stop: () => Promise<Receipts>;
}

/** Starts clients. Each sends every request to a random process, as a load balancer would that does not know which one works. */
export function startLoad(processes: readonly Application[]): Load {
  const receipts: Receipts = { confirmed: new Set(), counted: 0, unsure: 0, statuses: new Map(), successes: [] };
  let isOver = false;
  const any = (): Application => processes[Math.floor(Math.random() * processes.length)] as Application;
  const note = (status: number): number => {
    receipts.statuses.set(status, (receipts.statuses.get(status) ?? 0) + 1);
    if (isSuccess(status)) receipts.successes.push(performance.now());
    return status;
  };
  const entry = (mark: string) => ({ type: 'entries', attributes: { mark } });
  /** Sends a write with one key until it succeeds, as a client does after a failure. */
  const persist = async (mark: string, url: string, document: object): Promise<void> => {
    const headers = { 'idempotency-key': `"${mark}"` };
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const status = note((await any().send('POST', url, document, headers)).status);
      if (isSuccess(status)) {
        receipts.confirmed.add(mark);
        return;
      }
      await wait(20 + Math.random() * 100);
    }
  };
  const countUp = async (): Promise<void> => {
    const read = await any().send('GET', '/counters/1');
    if (note(read.status) !== 200) return wait(50);
    const data = { type: 'counters', id: '1', attributes: { value: read.data.attributes.value + 1 } };
    const status = note((await any().send('PATCH', '/counters/1', { data }, { 'if-match': read.etag })).status);
    if (status === 200) receipts.counted++;
    if (status >= 500 || status === BROKEN) receipts.unsure++;
    if (status !== 200) await wait(10 + Math.random() * 30);
  };
  const client = async (): Promise<void> => {
    while (!isOver) {
      const mark = crypto.randomUUID();
      const what = Math.random();
      if (what < 0.4) await persist(mark, '/entries', { data: entry(mark) });
      else if (what < 0.7) {
        const pair = ['one', 'two'].map((side) => ({ op: 'add', data: entry(`${mark} ${side}`) }));
        await persist(`pair ${mark}`, '/operations', { 'atomic:operations': pair });
      } else await countUp();
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  return {
    receipts,
    async stop() {
      isOver = true;
      await Promise.all(clients);
      return receipts;
    },
  };
}

/**
 * Returns what is wrong with the rows, after all that the clients know.
 *
 * @param breaksConnections Whether clients can lose their connection to the application.
 */
export function problemsOf(
  { confirmed, counted, unsure, statuses }: Receipts,
  stored: { readonly marks: readonly string[]; readonly counted: number },
  breaksConnections: boolean,
): readonly string[] {
  const times = new Map<string, number>();
  for (const mark of stored.marks) times.set(mark, (times.get(mark) ?? 0) + 1);
  const sidesOf = (mark: string): readonly string[] =>
    mark.startsWith('pair ') ? ['one', 'two'].map((side) => `${mark.slice('pair '.length)} ${side}`) : [mark];
  const lost = [...confirmed].filter((mark) => sidesOf(mark).some((it) => !times.has(it))).length;
  const doubled = [...times.values()].filter((count) => count > 1).length;
  const other = (mark: string): string => mark.replace(/ (one|two)$/, (_, side) => (side === 'one' ? ' two' : ' one'));
  const half = [...times.keys()].filter((mark) => !times.has(other(mark))).length;
  const wrong = [...statuses]
    .filter(([status]) => !allowed.has(status) && !(breaksConnections && status === BROKEN))
    .map(([status, count]) => `${count} of ${status}`);
  return [
    ...wrong.map((it) => `responses that clients do not understand: ${it}`),
    ...(lost > 0 ? [`${lost} confirmed writes are lost`] : []),
    ...(doubled > 0 ? [`${doubled} writes are doubled`] : []),
    ...(half > 0 ? [`${half} writes are half done`] : []),
    ...(stored.counted < counted ? [`${counted} increments were confirmed, ${stored.counted} are there`] : []),
    ...(stored.counted > counted + unsure ? [`${stored.counted} increments are there, ${counted} were confirmed`] : []),
    ...(confirmed.size === 0 || counted === 0 ? ['No write was confirmed, so nothing was tested.'] : []),
  ];
}

/** Returns the statuses as a string. */
export function countsOf({ statuses }: Receipts): string {
  return [...statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => (status === BROKEN ? `${count} broken connections` : `${count} of ${status}`))
    .join(', ');
}

/** Returns the milliseconds from a time to the first success after it. */
export function recoveryOf({ successes }: Receipts, since: number): number {
  return (successes.find((time) => time > since) ?? Number.POSITIVE_INFINITY) - since;
}

/** Returns the longest time in milliseconds without a success after a time. */
export function longestOutage({ successes }: Receipts, since: number): number {
  const times = [since, ...successes.filter((time) => time > since)];
  return Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] as number)));
}

/** Waits until a write succeeds after a time. */
export async function untilSuccess({ successes }: Receipts, since: number, most: number): Promise<void> {
  while (!((successes.at(-1) ?? 0) > since) && performance.now() - since < most) await wait(20);
}
