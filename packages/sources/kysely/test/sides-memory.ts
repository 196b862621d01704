import type { Api } from '@linkage/core';
import { createMemorySources, createServer, type DataSource, type Server } from '@linkage/server';
import { apiOf, type LinkPlan, MADE, optionsOf, type State, type World } from './sides-world.ts';

/**
 * The links of a world that memory stores as SQL does: a foreign key needs the to-one relationship. A link of one-to-one takes the resource
 * from its owner before, where a unique foreign key rejects.
 */
export function inMemory(world: World): World {
  const links = world.links.filter(
    ({ kind, sides }) => kind === 'join' || (kind === 'foreign-key' && sides[0].isDeclared),
  );
  const names = new Set(['n', ...links.flatMap(({ sides }) => sides.map(({ name }) => name))]);
  const types = world.types.map((type) => ({ ...type, fields: type.fields?.filter((it) => names.has(it)) }));
  return { ...world, types, links };
}

/** Whether a link is in the records of a side: the first declared one. */
const holderOf = ({ sides }: LinkPlan): 0 | 1 => (sides[0].isDeclared ? 0 : 1);

/** A server over records in memory, for the links of `inMemory`. Relationships that are declared on one side have no `inverse`. */
export function openInMemory(world: World, state: State, onError: (error: unknown) => void) {
  const api: Api = apiOf(world, 'inverses');
  const records = world.types.map(({ name }) => {
    const own = Object.entries(state.rows[name] ?? {}).map(([id, n]) => {
      const linkage = world.links.flatMap((link, index): [string, unknown][] => {
        const at = holderOf(link);
        const side = link.sides[at];
        if (side.type !== name) return [];
        const ids = (state.pairs[index] ?? []).filter((pair) => pair[at] === id).map((pair) => pair[1 - at] as string);
        return [[side.name, link.kind === 'foreign-key' ? (ids[0] ?? null) : ids]];
      });
      return { id, n, ...Object.fromEntries(linkage) };
    });
    return [name, own];
  });
  const memory = createMemorySources(api, Object.fromEntries(records)) as Readonly<
    Record<string, Required<DataSource>>
  >;
  const sources = Object.entries(memory).map(([type, source]) => [
    type,
    { ...source, create: (input: object, call: never) => source.create({ id: MADE, ...input } as never, call) },
  ]);
  const server: Server = createServer(api, Object.fromEntries(sources), optionsOf(world, onError));

  const recordsOf = async (type: string) => {
    const call = { context: undefined, signal: new AbortController().signal };
    const page = { offset: 0, limit: 100 };
    const selection = { attributes: new Set<string>(), relationships: new Set<string>() };
    const found = await memory[type]?.list({ filter: [], sort: [], page, selection, total: false }, call);
    return (found?.records ?? []) as unknown as readonly Readonly<Record<string, unknown>>[];
  };
  return {
    server,
    close: () => undefined,
    async state(): Promise<State> {
      const rows: Record<string, Record<string, number>> = {};
      const pairs = world.links.map((): [string, string][] => []);
      for (const { name } of world.types) {
        rows[name] = {};
        for (const record of await recordsOf(name)) {
          (rows[name] as Record<string, number>)[String(record['id'])] = record['n'] as number;
          for (const [index, link] of world.links.entries()) {
            const at = holderOf(link);
            if (link.sides[at].type !== name) continue;
            const members = [record[link.sides[at].name] ?? []].flat() as unknown as readonly { readonly id: string }[];
            const own = members.map(({ id }): [string, string] =>
              at === 0 ? [String(record['id']), id] : [id, String(record['id'])],
            );
            pairs[index]?.push(...own);
          }
        }
      }
      return { rows, pairs: pairs.map((own) => own.sort((left, right) => (left.join() < right.join() ? -1 : 1))) };
    },
  };
}
