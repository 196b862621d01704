import { type Awaitable, isPromise } from '@linkage/core/internal';

/** A transaction that is open while code of the application runs in it. */
interface OpenTransaction {
  /** Identifies the request. A transaction within a transaction of the same request is part of it. */
  readonly request: object;
  /** The transactions of a source: see `transactionGroup`. */
  readonly group: unknown;
  /** The transaction around this one. */
  readonly outer: OpenTransaction | undefined;
  isOpen: boolean;
}

/** The part of `AsyncLocalStorage` of Node that is used. */
interface AsyncContext {
  readonly getStore: () => OpenTransaction | undefined;
  readonly run: <Result>(store: OpenTransaction, work: () => Result) => Result;
}

interface Host {
  readonly process?: {
    readonly getBuiltinModule?: (name: string) => { readonly AsyncLocalStorage: new () => AsyncContext } | undefined;
  };
}

/**
 * Returns the context that follows asynchronous code: in Node, Bun, Deno, and workerd. Not imported, because other runtimes do not
 * have the module: there, nothing is detected.
 */
function createContext(): AsyncContext | undefined {
  const builtin = (globalThis as Host).process?.getBuiltinModule?.('node:async_hooks');
  return builtin === undefined ? undefined : new builtin.AsyncLocalStorage();
}

let isCreated = false;
let context: AsyncContext | undefined;

/**
 * Runs work of the application in a transaction, so that `assertOutside` detects requests that the work sends. In older versions of
 * Node, this makes every promise of the process slower, so it is called only if code of the application can run in transactions.
 */
export function runInside<Result>(request: object, group: unknown, work: () => Awaitable<Result>): Awaitable<Result> {
  if (!isCreated) {
    context = createContext();
    isCreated = true;
  }
  if (context === undefined) return work();
  const outer = context.getStore();
  // A transaction of the same request within this one is part of it.
  if (outer?.isOpen === true && outer.request === request && outer.group === group) return work();
  const opened: OpenTransaction = { request, group, outer, isOpen: true };
  let result: Awaitable<Result> | undefined;
  try {
    result = context.run(opened, work);
  } finally {
    opened.isOpen = isPromise(result);
  }
  if (!isPromise(result)) return result;
  return result.finally(() => {
    opened.isOpen = false;
  });
}

/**
 * Checks that no other request waits for this one in a transaction of the same group. The two would wait for each other, or the
 * inner write would stay although the outer one is rolled back.
 *
 * @throws {TypeError} If code of the application sends a write from within a transaction.
 */
export function assertOutside(request: object, group: unknown, where: string): void {
  for (let open = context?.getStore(); open !== undefined; open = open.outer) {
    if (!open.isOpen || open.request === request || open.group !== group) continue;
    throw new TypeError(
      `${where}: \`server.handle\` and \`server.transaction\` must not be called for a write within a transaction of the same source. Use \`writes\` that your function receives, the sources with its \`call\`, \`execute\` of the request of an endpoint, or \`server.handle\` in \`afterCommit\`.`,
    );
  }
}
