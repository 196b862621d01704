import type { Report } from '../faults/report.ts';
import { countsOf, longestOutage, problemsOf, recoveryOf, startLoad, untilSuccess } from './load.ts';
import type { Application } from './processes.ts';

/** Milliseconds until a write succeeds after the loss of one node of three, or of a primary server. */
const PATIENCE = 15_000;

export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The rows that one database has after a scenario. */
export interface StoredRows {
  readonly marks: readonly string[];
  readonly counted: number;
}

/** A cluster, and the processes of the application over it. */
export interface Scene {
  /** The name of the cluster in reports. */
  readonly name: string;
  /** A load balancer knows these processes. A scenario can replace them. */
  readonly processes: Application[];
  /** Starts the process at an index again. */
  readonly open: (index: number) => Promise<Application>;
  readonly report: Report;
  readonly recoveries: string[];
  /** Removes the entries, and begins to count at 0. */
  readonly empty: () => Promise<void>;
  /** Reads the rows of each database that must have all of them. */
  readonly read: () => Promise<readonly StoredRows[]>;
}

/** Returns the times of what came back, by its name. */
type Fault = (scene: Scene) => Promise<readonly (readonly [name: string, milliseconds: number])[]>;

/** The failures that clients can notice besides the statuses that they understand. */
interface Expected {
  /** Whether connections to the application break. Default: they do not. */
  readonly breaksConnections?: boolean;
}

/** Runs a fault while clients write, and checks the rows of each database. */
export async function underLoad(
  scene: Scene,
  name: string,
  fault: Fault,
  { breaksConnections = false }: Expected = {},
): Promise<void> {
  const { processes, report, recoveries } = scene;
  await scene.empty();
  const load = startLoad(processes);
  await wait(1500);
  const faultAt = performance.now();
  const times = await fault(scene);
  const overAt = performance.now();
  await untilSuccess(load.receipts, overAt, PATIENCE);
  const receipts = await load.stop();
  const recovered: readonly (readonly [string, number])[] = [
    ['writes again', longestOutage(receipts, faultAt)],
    ...times,
  ];
  const failures: string[] = [];
  for (const rows of await scene.read()) failures.push(...problemsOf(receipts, rows, breaksConnections));
  if (recoveryOf(receipts, overAt) > PATIENCE) failures.push('no write succeeded after the fault');
  if (failures.length > 0) failures.push(...processes.flatMap((it) => it.unexpected().slice(0, 3)));
  const shown = recovered.map(([what, milliseconds]) => `${what} after ${(milliseconds / 1000).toFixed(1)} s`);
  recoveries.push(`${name}: ${shown.join(', ')}`);
  report(
    `${scene.name}, ${name}`,
    `${receipts.confirmed.size + receipts.counted} writes; ${countsOf(receipts)}; ${shown.join(', ')}`,
    [...new Set(failures)],
  );
}

/** Returns how long work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
