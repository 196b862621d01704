import { describeValue, isObject, type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { DataSource, SourceCall } from './data-source.ts';
import { extendSource } from './extend-source.ts';

/** Options of `splitSources`. */
export interface SplitOptions<Context = unknown> {
  /**
   * Whether a read of this call must see the primary database, because its user has written there and the replica may be late. Calls in
   * a transaction read from the primary database, whatever this function returns.
   */
  readonly readsPrimary: (call: SourceCall<Context>) => boolean | Promise<boolean>;
  /**
   * Called after each transaction that was committed, before the response is sent, and before the response to an idempotency key is repeated:
   * here, an application notes the position of the primary database for its user. If it fails, or takes longer than a second, the response is
   * that of the write.
   */
  readonly onCommit?: ((call: SourceCall<Context>) => void | Promise<void>) | undefined;
  /** Receives the errors of `onCommit`. Default: `console.error`. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const optionNames: OptionTable = optionTable({ readsPrimary: 'function', onCommit: 'function', onError: 'function' });

/** A source that reads and has transactions. */
type Split = Required<Pick<DataSource, 'list' | 'find' | 'related' | 'stream' | 'transaction'>> & DataSource;

/** Milliseconds that the response to a write waits for `onCommit`. */
const PATIENCE = 1000;

const reads = ['list', 'stream', 'find', 'related'] as const;

function assertSplits(type: string, source: object, name: string): void {
  const missing = [...reads, 'transaction'].find((method) => typeof Reflect.get(source, method) !== 'function');
  if (missing !== undefined)
    throw new TypeError(`splitSources: ${name}.${type} must have the method \`${missing}\`, but it does not.`);
}

function splitSource(primary: Split, replica: Split, options: SplitOptions): DataSource {
  // biome-ignore lint/suspicious/noConsole: the default of `onError`
  const { readsPrimary, onCommit, onError = console.error } = options;
  const from = async (call: SourceCall): Promise<Split> =>
    call.transaction !== undefined || (await readsPrimary(call)) ? primary : replica;
  const committed = async (call: SourceCall): Promise<void> => {
    const own = await Promise.allSettled([primary.afterCommit?.(call), noted(call)]);
    if (own[0].status === 'rejected') throw own[0].reason;
  };
  /** Never fails: the write is stored, and a client that receives an error would repeat it. */
  const noted = async (call: SourceCall): Promise<void> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      const error = new Error(`splitSources: onCommit took longer than ${PATIENCE} ms.`);
      timer = setTimeout(() => reject(error), PATIENCE);
    });
    try {
      await Promise.race([(async () => onCommit?.(call))(), late]);
    } catch (error) {
      onError(error);
    } finally {
      clearTimeout(timer);
    }
  };
  return extendSource<Split, (typeof reads)[number] | 'afterCommit'>(
    primary,
    {
      list: async (query, call) => (await from(call)).list(query, call),
      async *stream(query, call) {
        yield* await (await from(call)).stream(query, call);
      },
      find: async (ids, selection, call) => (await from(call)).find(ids, selection, call),
      related: async (name, ids, query, call) => (await from(call)).related(name, ids, query, call),
      afterCommit: committed,
    },
    { applies: reads },
  );
}

/**
 * Returns data sources that read from a replica, and write to the primary database. Everything in a transaction uses the primary database:
 * the rules and the linkage of a write, its response, and the response to an idempotency key.
 *
 * @param primary Sources over the primary database, for example of `createKyselySources`.
 * @param replica Sources over the replica, of the same types and with the same mapping.
 * @throws {TypeError} If a type has no replica, a source lacks a method, or an option is unknown or missing.
 * @example
 * const positions = replicaPositions(db, replicaDb);
 * const sources = splitSources(createKyselySources(api, db, mapping), createKyselySources(api, replicaDb, mapping), {
 *   readsPrimary: async ({ context }) => context.position !== undefined && !(await positions.isReached(context.position)),
 *   async onCommit({ context }) {
 *     context.position = await positions.current();
 *   },
 * });
 */
export function splitSources<const Sources extends { readonly [type: string]: object }, Context = unknown>(
  primary: Sources,
  replica: { readonly [Type in keyof Sources]: object },
  options: SplitOptions<Context>,
): Sources {
  for (const [name, given] of Object.entries({ primary, replica }))
    if (!isObject(given))
      throw new TypeError(`splitSources: ${name} must be an object, but it is ${describeValue(given)}.`);
  const read = readOptions<SplitOptions<Context>>('splitSources: options', options, optionNames);
  if (read.readsPrimary === undefined)
    throw new TypeError(
      'splitSources: `readsPrimary` is required. It decides which users must see what they have written.',
    );
  const split = Object.entries(primary).map(([type, source]) => {
    const other = Object.hasOwn(replica, type) ? replica[type] : undefined;
    if (other === undefined) throw new TypeError(`splitSources: replica must have a source of the type "${type}".`);
    assertSplits(type, source, 'primary');
    assertSplits(type, other, 'replica');
    return [type, splitSource(source as Split, other as Split, read as SplitOptions)] as const;
  });
  return Object.freeze(Object.fromEntries(split)) as Sources;
}
