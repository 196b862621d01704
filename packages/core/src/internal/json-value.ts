/** Marks the way back out of a container. */
interface Exit {
  readonly leave: object;
}

const NONE: readonly unknown[] = [];

/** The tags of what keeps its content where JSON does not look: `{}` would be left of it. */
const SECRETIVE: ReadonlySet<string> = new Set([
  '[object Map]',
  '[object Set]',
  '[object WeakMap]',
  '[object WeakSet]',
  '[object WeakRef]',
  '[object Promise]',
  '[object RegExp]',
  '[object Error]',
  '[object ArrayBuffer]',
  '[object SharedArrayBuffer]',
  '[object Map Iterator]',
  '[object Set Iterator]',
  '[object Array Iterator]',
  '[object Generator]',
  // JSON.stringify throws on the first, and leaves {} of the second.
  '[object BigInt]',
  '[object Symbol]',
]);

/** Whether a value is a string, a number, a boolean or null of JSON. */
export function isJsonPrimitive(value: unknown): boolean {
  const type = typeof value;
  return type === 'string' || (type === 'number' ? Number.isFinite(value) : type === 'boolean' || value === null);
}

function hasToJson(value: object): boolean {
  return typeof (value as { readonly toJSON?: unknown }).toJSON === 'function';
}

/** Returns what JSON.stringify writes for an object: the result of its `toJSON` method, or the object itself. */
function writtenFor(container: object): unknown {
  const { toJSON } = container as { readonly toJSON?: unknown };
  if (typeof toJSON !== 'function') return container;
  // A Date becomes text or null, whatever it holds.
  return toJSON === Date.prototype.toJSON ? null : toJSON.call(container, '');
}

/** What a container holds that is worth a look: neither primitives nor empty arrays, nor what is absent. */
function partsOf(container: object): readonly unknown[] {
  const written = writtenFor(container);
  if (typeof written !== 'object' || written === null) {
    return isJsonPrimitive(written) || written === undefined ? NONE : [written];
  }
  if (written !== container && lostIn(written) !== undefined) return [written];
  const isArray = Array.isArray(written);
  const all: readonly unknown[] = isArray ? written : Object.values(written);
  let parts: unknown[] | undefined;
  for (const part of all) {
    if (isJsonPrimitive(part) || (part === undefined && !isArray)) continue;
    if (Array.isArray(part) && part.length === 0) continue;
    if (parts === undefined) parts = [part];
    else parts.push(part);
  }
  return parts ?? NONE;
}

function nameOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : `a ${typeof value}`;
}

/** What a container is that JSON would lose, or write as an object of numbers; undefined for any other. */
export function lostIn(container: object): string | undefined {
  // Most are plain, and the question for their prototype takes longer.
  const maker = container.constructor;
  if (maker === Object || maker === Array || hasToJson(container)) return undefined;
  // The tag is the same for subclasses, and for what comes from another realm.
  const tag = Object.prototype.toString.call(container);
  if (!SECRETIVE.has(tag) && !ArrayBuffer.isView(container)) return undefined;
  const name = tag.slice('[object '.length, -1);
  return `${/^[AEI]/.test(name) ? 'an' : 'a'} ${name}`;
}

function search(root: object, parts: readonly unknown[]): string | undefined {
  const waiting: unknown[] = [...parts];
  const exits = new Set<Exit>();
  const open = new Set<object>([root]);
  const done = new Set<object>();
  while (waiting.length > 0) {
    const at = waiting.pop();
    if (isJsonPrimitive(at)) continue;
    if (typeof at !== 'object') return nameOf(at);
    const container = at as object;
    if (exits.size > 0 && exits.delete(container as Exit)) {
      open.delete((container as Exit).leave);
      done.add((container as Exit).leave);
      continue;
    }
    if (open.has(container)) return 'a reference to what it stands in';
    if (done.has(container)) continue;
    const lost = lostIn(container);
    if (lost !== undefined) return lost;
    const below = partsOf(container);
    // Only what holds containers can be part of a circle.
    if (below.length === 0) continue;
    const exit: Exit = { leave: container };
    waiting.push(exit);
    for (const part of below) waiting.push(part);
    exits.add(exit);
    open.add(container);
  }
  return undefined;
}

/**
 * What keeps a value from being one of JSON, for use in a sentence; undefined when nothing does. Members that are
 * undefined count as absent, and objects with a `toJSON` method as what it returns; of other objects their own members
 * count.
 *
 * @throws {unknown} If a getter, a proxy or a `toJSON` method throws.
 */
export function whyNotJson(value: unknown): string | undefined {
  if (isJsonPrimitive(value)) return undefined;
  if (typeof value !== 'object') return nameOf(value);
  const lost = lostIn(value as object);
  if (lost !== undefined) return lost;
  const parts = partsOf(value as object);
  return parts.length === 0 ? undefined : search(value as object, parts);
}
