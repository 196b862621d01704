/** Properties of `Object.prototype`, as another part of a program may add them. */

let current: Readonly<Record<string, unknown>> = {};

function add(): void {
  for (const [name, value] of Object.entries(current)) {
    const descriptor = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(Object.prototype, name, descriptor as PropertyDescriptor);
  }
}

function remove(): void {
  for (const name of Object.keys(current)) Reflect.deleteProperty(Object.prototype, name);
}

/** Runs a function while `Object.prototype` has these properties. */
export async function withPollution<Result>(
  properties: Readonly<Record<string, unknown>>,
  run: () => Promise<Result>,
): Promise<Result> {
  current = properties;
  add();
  try {
    return await run();
  } finally {
    remove();
    current = {};
  }
}

/** Runs a function of the test, such as a server, without the properties. The client must wait for it meanwhile. */
export async function withoutPollution<Result>(run: () => Promise<Result>): Promise<Result> {
  remove();
  try {
    return await run();
  } finally {
    add();
  }
}
