import { reportAtStart } from '../internal/report-at-start.ts';
import type { IdempotencyKeys } from '../operations/idempotency/keyed-server.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import { isInProcess } from '../sources/port/in-process.ts';

/** The risks of a server in several processes, or over several databases that accept writes. */
export interface ScalingRisks {
  /** Whether idempotency keys are in memory, although sources write to a database that other processes can use. */
  readonly keysInMemory: boolean;
  /** The types of `requireIfMatch` whose sources over a database do not declare a `version`. */
  readonly withoutVersion: readonly string[];
}

/** Whether a source writes to a database that other processes can use. */
function isShared({ transactionGroup: group, transaction }: AnySource): boolean {
  return transaction !== undefined && group !== undefined && !isInProcess(group);
}

/** Reports what many requests, processes, or writing databases would break. Without a hook, writes a line to the console. */
export function reportScalingRisks(
  sources: ReadonlyMap<string, AnySource>,
  keys: IdempotencyKeys | undefined,
  requireIfMatch: ReadonlySet<string>,
  hook: ((risks: ScalingRisks) => void) | undefined,
): void {
  const shared = new Map([...sources].filter(([, source]) => isShared(source)));
  const keysInMemory = isInProcess(keys) && shared.size > 0;
  const withoutVersion = [...requireIfMatch].filter(
    (type) => shared.get(type)?.version === undefined && shared.has(type),
  );
  if (!keysInMemory && withoutVersion.length === 0) return;
  const lines = [
    ...(keysInMemory
      ? [
          'the idempotency keys are in memory, but the sources write to a database: other processes do not see the keys, and a restart loses them. Store the keys in the same database.',
        ]
      : []),
    ...(withoutVersion.length > 0
      ? [
          `\`requireIfMatch\` contains ${withoutVersion.join(', ')}, whose ${withoutVersion.length === 1 ? 'source has' : 'sources have'} no \`version\`: with several databases that accept writes, \`If-Match\` does not notice each change of links. Add a version column.`,
        ]
      : []),
  ];
  reportAtStart(hook, { keysInMemory, withoutVersion: Object.freeze(withoutVersion) }, lines.join(' Also, '));
}
