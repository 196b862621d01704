/** How the built-in prototypes differ from usual ones while the tests run. */
export const modes = ['frozen', 'forbidden'] as const;

export type Mode = (typeof modes)[number];

/** Whether a text names a mode. */
export function isMode(text: string): text is Mode {
  return (modes as readonly string[]).includes(text);
}

/** The folders of the packages whose tests run in all modes. */
export const suiteFolders: readonly string[] = [
  ...['core', 'server', 'client', 'openapi', 'changes', 'query', 'conformance', 'storage', 'kysely'],
  ...['fetch', 'fastify', 'koa', 'node'],
].map((name) => `packages/${name}/`);
