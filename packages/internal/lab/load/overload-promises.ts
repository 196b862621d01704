import { growthOf } from './growth.ts';
import { countOf, type Figures, otherStatuses } from './send-load.ts';

/** The seconds in which a server must recover. */
export const RECOVERY_SECONDS = 5;
/** Of the rate at half load: the part that must be accepted at half load, and again after the overload. */
const LEAST_ACCEPTED = 0.95;
/** How many times longer 99 % of the accepted requests can take under overload than at half load. */
const MAX_SLOWDOWN = 5;
/** Milliseconds: each response, also with 503. */
const MAX_TIME = 10_000;
/** The least load, in capacities of the server, that counts as an overload by three. */
const LEAST_OVERLOAD = 2.5;
/** The accepted rate, in capacities: above it, the capacity was measured too low. */
const MAX_ACCEPTED = 1.1;
/** The part of the capacity that a server must still serve under overload. */
const LEAST_SERVED = 0.25;
/** The growth of the heap after a collection, from before the overload to after it. */
const MAX_HEAP_GROWTH = 0.1;
/**
 * The growth of the memory of the process while the overload lasts. Its first third, in which the heap adapts, does not count. The memory
 * varies with collections: a queue without a limit would grow by several megabytes in each second.
 */
const MAX_GROWTH = 0.2;
/** The highest memory of the process under overload, in memories at half load. */
const MAX_PEAK = 2;

/** A phase, and the bytes of the process in each of its seconds. */
export interface Phase extends Figures {
  readonly memory: readonly number[];
}

/** The phases of one run. */
export interface Measurement {
  /** The limits, as text. */
  readonly limits: string;
  /** The duration of each phase. */
  readonly duration: number;
  /** The requests per second that a server without limits can serve. */
  readonly capacity: number;
  /** At half of the capacity. */
  readonly half: Phase;
  /** At three times the capacity. */
  readonly over: Phase;
  /** At half of the capacity, in the first seconds after the overload. */
  readonly recovery: Phase;
  /** At half of the capacity, after these seconds. */
  readonly after: Phase;
  /** Bytes after a collection. */
  readonly heap: { readonly before: number; readonly after: number };
}

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;
const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

function acceptedPart(figures: Figures): number {
  const accepted = Object.entries(figures.statuses).filter(([status]) => status.startsWith('2'));
  return accepted.reduce((sum, [, count]) => sum + count, 0) / Math.max(1, countOf(figures));
}

/** Returns the second in which the server accepts as many requests as at half load, as quickly; undefined if there is none. */
function recoverySecond({ half, recovery }: Measurement): number | undefined {
  const index = recovery.seconds
    .slice(0, RECOVERY_SECONDS)
    .findIndex((it) => it.accepted >= half.rate * LEAST_ACCEPTED && it.p99 <= half.accepted.p99 * MAX_SLOWDOWN);
  return index === -1 ? undefined : index + 1;
}

/** Returns the problems of one phase that no phase can have. */
function phaseProblems(name: string, figures: Figures): string[] {
  const problems: string[] = [];
  if (countOf(figures) === 0) problems.push(`${name}: no request was sent.`);
  const others = otherStatuses(figures, /^(?:2\d\d|503)$/);
  if (others.length > 0) problems.push(`${name}: the statuses ${others.join(', ')}; 0 is a broken connection.`);
  if (figures.slowest > MAX_TIME) problems.push(`${name}: a response took ${figures.slowest} ms.`);
  return problems;
}

/** Returns the problems of a phase at half load. */
function halfProblems(name: string, figures: Figures, { capacity, half }: Measurement): string[] {
  const problems: string[] = [];
  if (acceptedPart(figures) < LEAST_ACCEPTED)
    problems.push(`${name}: only ${percent(acceptedPart(figures))} accepted.`);
  if (figures.offered < (capacity / 2) * LEAST_ACCEPTED)
    problems.push(`${name}: the load generator sent only ${figures.offered} requests per second.`);
  if (figures.accepted.p99 > half.accepted.p99 * MAX_SLOWDOWN)
    problems.push(`${name}: p99 of the accepted requests is ${figures.accepted.p99} ms.`);
  return problems;
}

function overloadProblems({ capacity, half, over }: Measurement): string[] {
  const problems: string[] = [];
  const limit = half.accepted.p99 * MAX_SLOWDOWN;
  if (over.offered < capacity * LEAST_OVERLOAD)
    problems.push(`three times: the load generator sent only ${over.offered} requests per second.`);
  if (over.rate > capacity * MAX_ACCEPTED)
    problems.push(
      `three times: ${over.rate} requests per second were accepted, more than the capacity of ${capacity}.`,
    );
  if (over.rate < capacity * LEAST_SERVED)
    problems.push(`three times: only ${over.rate} of ${capacity} requests per second were accepted.`);
  if (over.accepted.p99 > limit)
    problems.push(`three times: p99 of the accepted requests is ${over.accepted.p99} ms, not ${limit.toFixed(1)}.`);
  return problems;
}

function memoryProblems({ half, over, heap }: Measurement): string[] {
  const problems: string[] = [];
  const growth = growthOf(over.memory);
  if (growth === undefined) problems.push('three times: there are too few samples of the memory: use more seconds.');
  else if (growth >= MAX_GROWTH) problems.push(`three times: the memory grew by ${percent(growth)} while it lasted.`);
  const peak = Math.max(...over.memory);
  const before = Math.max(...half.memory);
  if (peak > before * MAX_PEAK)
    problems.push(`three times: ${mebibytes(peak)} of memory, and ${mebibytes(before)} at half load.`);
  if (heap.after > heap.before * (1 + MAX_HEAP_GROWTH))
    problems.push(`after: the heap has ${mebibytes(heap.after)}, and had ${mebibytes(heap.before)}.`);
  return problems;
}

/** Returns the promises that the measurement does not keep. The promises are those of docs/reliability.md, on any machine. */
export function overloadPromises(measurement: Measurement): readonly string[] {
  const { half, over, recovery, after } = measurement;
  const phases = Object.entries({ half, 'three times': over, recovery, after });
  const recovered = recoverySecond(measurement);
  return [
    ...phases.flatMap(([name, figures]) => phaseProblems(name, figures)),
    ...halfProblems('half', half, measurement),
    ...overloadProblems(measurement),
    ...(recovered === undefined ? [`recovery: not within ${RECOVERY_SECONDS} seconds.`] : []),
    ...halfProblems('after', after, measurement),
    ...memoryProblems(measurement),
  ];
}

const shown = (figures: Figures): string =>
  `${figures.offered} requests per second, ${percent(acceptedPart(figures))} accepted, 99 % of these within ${figures.accepted.p99} ms`;

/** Returns the figures of docs/reliability.md. */
export function overloadFigures(measurement: Measurement): Readonly<Record<string, string>> {
  const { limits, duration, capacity, half, over, recovery, after, heap } = measurement;
  const all = [half, over, recovery, after];
  const [best] = recovery.seconds.slice((recoverySecond(measurement) ?? 1) - 1);
  return {
    'overload-half': `${shown(half)}, for ${duration} s. Without limits, ${capacity} are possible. Limits: ${limits}`,
    'overload-three-times': `${shown(over)}, for ${duration} s; 0 broken connections`,
    'overload-slowest': `at most ${Math.max(...all.map(({ slowest }) => slowest))} ms, of ${all.reduce((sum, it) => sum + countOf(it), 0)} responses`,
    'overload-recovery': `in second ${recoverySecond(measurement)}: ${best?.accepted} of ${half.rate} accepted, 99 % of these within ${best?.p99} ms. Later: ${shown(after)}`,
    'overload-memory':
      `${percent(growthOf(over.memory) ?? 0)} growth in ${duration} s; at most ${mebibytes(Math.max(...half.memory))} at half load, ` +
      `${mebibytes(Math.max(...over.memory))} under overload. Heap after a collection: ${mebibytes(heap.before)} before, ${mebibytes(heap.after)} after`,
  };
}
