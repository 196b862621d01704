import { reportAtStart } from '../internal/report-at-start.ts';
import type { IdempotencyKeys } from '../operations/idempotency/keyed-server.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import { isInProcess } from '../sources/port/in-process.ts';
import type { WritingServer } from '../writing/context.ts';

/** The risks of a server in several processes, or over several databases that accept writes, or with lists of many operations. */
export interface ScalingRisks {
  /** Whether idempotency keys are in memory, although sources write to a database that other processes can use. */
  readonly keysInMemory: boolean;
  /** The types of `requireIfMatch` whose sources over a database do not state a `version`. */
  readonly withoutVersion: readonly string[];
  /**
   * With an endpoint for lists of operations: the creations and updates over a database that take a statement for each operation. Their
   * hook states neither `onlyReads` nor `onlyCreates`, or their source does not state that `createAll` or `updateAll` returns what is written. The console does not
   * show them.
   */
  readonly writtenAlone: readonly {
    readonly type: string;
    readonly action: 'create' | 'update';
    readonly because: 'hook' | 'source';
  }[];
}

/** Whether a source writes to a database that other processes can use. */
function isShared({ transactionGroup: scope, transaction }: AnySource): boolean {
  return transaction !== undefined && scope !== undefined && !isInProcess(scope);
}

/** Returns the writes of a type that operations of a list cannot share. */
function writtenAloneOf(type: string, source: AnySource, hooks: WritingServer['hooks']): ScalingRisks['writtenAlone'] {
  const actions = { create: source.can.createsAll, update: source.can.updatesAll };
  return (['create', 'update'] as const).flatMap((action): ScalingRisks['writtenAlone'] => {
    if (source[action] === undefined) return [];
    if (!actions[action]) return [{ type, action, because: 'source' }];
    const hook = hooks?.get(type)?.[action];
    const isHarmless = hook === undefined || hook.onlyReads === true || hook.onlyCreates === true;
    return isHarmless ? [] : [{ type, action, because: 'hook' }];
  });
}

/** Reports what many requests, processes, or writing databases would break. Without a hook, writes a line to the console. */
export function reportScalingRisks(
  { hooks, sources }: Pick<WritingServer, 'hooks'> & { readonly sources: ReadonlyMap<string, AnySource> },
  keys: IdempotencyKeys | undefined,
  requireIfMatch: ReadonlySet<string>,
  hasLists: boolean,
  hook: ((risks: ScalingRisks) => void) | undefined,
): void {
  const shared = new Map([...sources].filter(([, source]) => isShared(source)));
  const keysInMemory = isInProcess(keys) && shared.size > 0;
  const withoutVersion = [...requireIfMatch].filter(
    (type) => shared.get(type)?.version === undefined && shared.has(type),
  );
  const writtenAlone = hasLists ? [...shared].flatMap(([type, source]) => writtenAloneOf(type, source, hooks)) : [];
  if (!keysInMemory && withoutVersion.length + writtenAlone.length === 0) return;
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
  const risks = {
    keysInMemory,
    withoutVersion: Object.freeze(withoutVersion),
    writtenAlone: Object.freeze(writtenAlone),
  };
  reportAtStart(hook, risks, lines.length === 0 ? undefined : lines.join(' Also, '));
}
