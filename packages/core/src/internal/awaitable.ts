// Some sources answer at once, and so does the server then: a promise for each step takes longer than the steps.

/** A value, or a promise of it. */
export type Awaitable<Value> = Value | Promise<Value>;

type Thenable = { readonly then?: unknown } | null | undefined;

/** Whether a value is a promise, also of another realm or library. */
export function isPromise<Result>(value: Result | Promise<Result>): value is Promise<Result> {
  return typeof (value as Thenable)?.then === 'function';
}

/** Continues with a value: at once, or when its promise resolves. */
export function andThen<Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Result>,
): Awaitable<Result> {
  // Not `isPromise`: a write calls this for each of its steps.
  return typeof (value as Thenable)?.then === 'function' ? Promise.resolve(value).then(next) : next(value as Value);
}

/** Runs work. If it throws or rejects, returns what `handle` makes of the reason. */
export function orElse<Result>(
  work: () => Awaitable<Result>,
  handle: (reason: unknown) => Awaitable<Result>,
): Awaitable<Result> {
  try {
    const result = work();
    const waits = typeof (result as Thenable)?.then === 'function';
    return waits ? Promise.resolve(result).then(undefined, handle) : result;
  } catch (reason) {
    return handle(reason);
  }
}

/** Runs work for all items at the same time. Each promise is awaited, also if other work throws. */
export function together<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Awaitable<Result>,
): Awaitable<readonly Result[]> {
  const results: Awaitable<Result>[] = [];
  let waits = false;
  for (const item of items) {
    const result = settled(work, item);
    waits ||= isPromise(result);
    results.push(result);
  }
  return waits ? Promise.all(results) : (results as Result[]);
}

function settled<Item, Result>(work: (item: Item) => Awaitable<Result>, item: Item): Awaitable<Result> {
  try {
    return work(item);
  } catch (reason) {
    return Promise.reject(reason);
  }
}

/** Runs work for one item after another. */
export function inOrder<Item>(
  items: readonly Item[],
  work: (item: Item) => Awaitable<void>,
  from = 0,
): Awaitable<void> {
  for (let index = from; index < items.length; index++) {
    const done = work(items[index] as Item);
    if (isPromise(done)) return done.then(() => inOrder(items, work, index + 1));
  }
}

/** Whether something holds for all items. Asks for one after another, until it does not hold for one. */
export function allOf<Item>(
  items: readonly Item[],
  holds: (item: Item) => Awaitable<boolean>,
  from = 0,
): Awaitable<boolean> {
  for (let index = from; index < items.length; index++) {
    const answer = holds(items[index] as Item);
    if (isPromise(answer)) return answer.then((it) => it && allOf(items, holds, index + 1));
    if (!answer) return false;
  }
  return true;
}

/** Work that yields each promise that it waits for. */
export type Steps<Result> = Generator<unknown, Result, unknown>;

/** Waits for a value within steps: `const row = yield* ready(find())`. A value that is not a promise continues at once. */
export function* ready<Value>(value: Awaitable<Value>): Steps<Value> {
  return typeof (value as Thenable)?.then === 'function' ? ((yield value) as Value) : (value as Value);
}

/** Runs work that is written like an asynchronous function. Without promises to wait for, it ends at once. */
export function inSteps<Result>(work: () => Steps<Result>): Awaitable<Result> {
  const steps = work();
  const after = ({ done, value }: IteratorResult<unknown, Result>): Awaitable<Result> =>
    done === true
      ? value
      : Promise.resolve(value).then(
          (it) => after(steps.next(it)),
          (reason) => after(steps.throw(reason)),
        );
  return after(steps.next());
}

/** Functions of sources that accept work which answers at once. Others expect a promise of the work that they are given. */
const atOnce = new WeakSet<object>();

/** Marks a function that accepts work which answers at once. Returns the function. */
export function markAtOnce<Runner extends object>(runner: Runner): Runner {
  atOnce.add(runner);
  return runner;
}

/** Whether a function accepts work which answers at once. */
export function isAtOnce(runner: object): boolean {
  return atOnce.has(runner);
}

/** Handles the rejection of a promise whose result is not used, because an unhandled rejection can end the process. */
export function ignoreRejection(value: unknown): void {
  if (isPromise(value)) Promise.resolve(value).catch(() => undefined);
}

/**
 * Returns the result of an application's hook that must be synchronous.
 *
 * @param where The name of the hook, such as `cacheControl`, for error messages.
 * @throws {TypeError} If the hook returned a promise. Its rejection is handled, because an unhandled rejection can end
 * the process.
 */
export function syncResult<Result>(result: Result, where: string): Result {
  if (!isPromise(result)) return result;
  ignoreRejection(result);
  throw new TypeError(`${where} must return a value, but it returned a promise: the server does not wait for it.`);
}

/** Like `syncResult`, but also checks the members of an object that a hook returned. */
export function syncMembers<Result>(result: Result, where: string): Result {
  syncResult(result, where);
  if (typeof result !== 'object' || result === null) return result;
  for (const [name, value] of Object.entries(result)) syncResult(value, `${where}: ${name}`);
  return result;
}
